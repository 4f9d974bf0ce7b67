import type { FunctionDeclaration } from '../syntax/syntax.ts';
import { nullValue, type RulesValue } from '../values/rules-value.ts';

/** Returns the value of a name, or throws the error that it evaluates to. */
export type Binding = () => RulesValue;

/** Evaluates on first use. */
export function bindLazily(evaluate: () => RulesValue): Binding {
  let binding: Binding | undefined;
  return () => {
    binding ??= evaluateNow(evaluate);
    return binding();
  };
}

/** Evaluates at once, but throws the error only on use: an unused argument cannot fail. */
export function evaluateNow(evaluate: () => RulesValue): Binding {
  try {
    const value = evaluate();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** A name without a value, such as the document id in a query. */
export const unbound: Binding = () => {
  throw nullValue();
};

/** The variables and functions of one block and of the blocks around it. */
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

  /** Also returns the scope of the declaration, in which the body is evaluated. */
  findFunction(name: string): { declaration: FunctionDeclaration; scope: Scope } | undefined {
    const declaration = this.#functions.find((candidate) => candidate.name === name);
    return declaration ? { declaration, scope: this } : this.#parent?.findFunction(name);
  }
}
