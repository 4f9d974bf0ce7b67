import { toIssue, type RulesIssue } from '../syntax/issues.ts';
import type { FunctionDeclaration } from '../syntax/syntax.ts';

const MAX_CALL_DEPTH = 20;

/** Which function calls which. Rejects recursion and call chains that are too deep. */
export class CallGraph {
  readonly #calls = new Map<FunctionDeclaration, Set<FunctionDeclaration>>();
  readonly #called = new Set<FunctionDeclaration>();
  readonly #chains = new Map<FunctionDeclaration, readonly FunctionDeclaration[]>();

  add(declaration: FunctionDeclaration): void {
    this.#calls.set(declaration, new Set());
  }

  /** The caller is undefined for a call from a condition. */
  addCall(caller: FunctionDeclaration | undefined, called: FunctionDeclaration): void {
    this.#called.add(called);
    if (caller) this.#calls.get(caller)?.add(called);
  }

  findIssues(): RulesIssue[] {
    const unused = [...this.#calls.keys()]
      .filter((declaration) => !this.#called.has(declaration))
      .map((declaration) => toIssue('WARNING', `Unused function: ${declaration.name}.`, declaration));
    const unbounded = this.#findCycle() ?? this.#findDeepChain();
    return unbounded ? [...unused, unbounded] : unused;
  }

  #findCycle(): RulesIssue | undefined {
    for (const declaration of this.#calls.keys()) {
      const issue = this.#visit(declaration, []);
      if (issue) return issue;
    }
    return undefined;
  }

  /** Visits each function once, and finds the longest chain of calls that starts there. */
  #visit(declaration: FunctionDeclaration, callers: readonly FunctionDeclaration[]): RulesIssue | undefined {
    if (this.#chains.has(declaration)) return undefined;
    const path = [...callers, declaration];
    let longest: readonly FunctionDeclaration[] = [];
    for (const called of this.#calls.get(declaration) ?? []) {
      if (called === declaration) return toIssue('ERROR', 'Recursive call is not allowed.', called);
      if (path.includes(called)) {
        const names = path.slice(path.indexOf(called)).map(({ name }) => name);
        return toIssue('ERROR', `Detected a call cycle between [${names.join()}] functions.`, called);
      }
      const issue = this.#visit(called, path);
      if (issue) return issue;
      const chain = this.#chains.get(called) ?? [];
      if (chain.length > longest.length) longest = chain;
    }
    this.#chains.set(declaration, [declaration, ...longest]);
    return undefined;
  }

  #findDeepChain(): RulesIssue | undefined {
    const [longest = []] = [...this.#chains.values()].toSorted((a, b) => b.length - a.length);
    const excess = longest[MAX_CALL_DEPTH + 1];
    if (!excess) return undefined;
    const names = longest.slice(0, MAX_CALL_DEPTH + 1).map(({ name }) => name);
    const description = `Maximum allowed call depth of ${MAX_CALL_DEPTH} is reached for [${names.join('->')}] call stack.`;
    return toIssue('ERROR', description, excess);
  }
}
