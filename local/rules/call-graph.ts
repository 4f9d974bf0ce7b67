import { toIssue, type RulesIssue } from './issues.ts';
import type { FunctionDeclaration } from './syntax.ts';

const MAX_CALL_DEPTH = 20;

/** Which function calls which: none may come back to itself, and chains end. */
export class CallGraph {
  readonly #calls = new Map<FunctionDeclaration, Set<FunctionDeclaration>>();
  readonly #called = new Set<FunctionDeclaration>();

  add(declaration: FunctionDeclaration): void {
    this.#calls.set(declaration, new Set());
  }

  /** Without a caller: from a condition. */
  addCall(caller: FunctionDeclaration | undefined, called: FunctionDeclaration): void {
    this.#called.add(called);
    if (caller) this.#calls.get(caller)?.add(called);
  }

  findIssues(): RulesIssue[] {
    const unused = [...this.#calls.keys()]
      .filter((declaration) => !this.#called.has(declaration))
      .map((declaration) => toIssue('WARNING', `Unused function: ${declaration.name}.`, declaration));
    const unbounded = [...this.#calls.keys()]
      .map((declaration) => this.#findUnbounded([declaration]))
      .find((issue) => issue);
    return unbounded ? [...unused, unbounded] : unused;
  }

  #findUnbounded(chain: readonly FunctionDeclaration[]): RulesIssue | undefined {
    const caller = chain.at(-1);
    if (!caller) return undefined;
    const names = chain.map(({ name }) => name);
    if (chain.length > MAX_CALL_DEPTH) {
      const description = `Maximum allowed call depth of ${MAX_CALL_DEPTH} is reached for [${names.join('->')}] call stack.`;
      return toIssue('ERROR', description, caller);
    }
    for (const called of this.#calls.get(caller) ?? []) {
      if (called === caller) return toIssue('ERROR', 'Recursive call is not allowed.', caller);
      if (called === chain[0])
        return toIssue('ERROR', `Detected a call cycle between [${names.join()}] functions.`, called);
      const issue = chain.includes(called) ? undefined : this.#findUnbounded([...chain, called]);
      if (issue) return issue;
    }
    return undefined;
  }
}
