import { nullValue } from './operators.ts';
import type { FunctionDeclaration } from '../syntax/syntax.ts';
import type { RulesValue } from '../values/rules-value.ts';

/** What a name stands for, or why it stands for nothing. */
export type Binding = () => RulesValue;

/** Worked out when first used. */
export function bindLazily(evaluate: () => RulesValue): Binding {
  let settled: Binding | undefined;
  return () => {
    settled ??= settle(evaluate);
    return settled();
  };
}

/** An argument is worked out at once, but one that is never used cannot fail. */
export function settle(evaluate: () => RulesValue): Binding {
  try {
    const value = evaluate();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** A known name without a value, such as the id of the document in a query for many. */
export const unbound: Binding = () => {
  throw nullValue();
};

/** The variables and functions of one block, and of those around it. */
export class Scope {
  readonly #parent: Scope | undefined;
  readonly #variables: ReadonlyMap<string, Binding>;
  readonly #functions: readonly FunctionDeclaration[];

  constructor(
    parent: Scope | undefined,
    variables: ReadonlyMap<string, Binding>,
    functions: readonly FunctionDeclaration[] = [],
  ) {
    this.#parent = parent;
    this.#variables = variables;
    this.#functions = functions;
  }

  getVariable(name: string): RulesValue {
    const binding = this.#variables.get(name);
    if (binding) return binding();
    if (!this.#parent) throw nullValue();
    return this.#parent.getVariable(name);
  }

  /** With the scope it was declared in, which is the one its body sees. */
  findFunction(name: string): { declaration: FunctionDeclaration; scope: Scope } | undefined {
    const declaration = this.#functions.find((candidate) => candidate.name === name);
    return declaration ? { declaration, scope: this } : this.#parent?.findFunction(name);
  }
}
