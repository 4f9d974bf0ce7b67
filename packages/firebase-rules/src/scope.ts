import type { FunctionDeclaration } from './syntax.ts';

/** The variables and functions of one block and of the blocks around it. */
export class Scope<Value> {
  readonly #parent: Scope<Value> | undefined;
  readonly #variables: ReadonlyMap<string, Value>;
  readonly #functions: readonly FunctionDeclaration[];

  constructor(
    parent: Scope<Value> | undefined,
    variables: ReadonlyMap<string, Value>,
    functions: readonly FunctionDeclaration[] = [],
  ) {
    this.#parent = parent;
    this.#variables = variables;
    this.#functions = functions;
  }

  findVariable(name: string): Value | undefined {
    return this.#variables.get(name) ?? this.#parent?.findVariable(name);
  }

  /** Also returns the scope of the declaration, in which the body is evaluated. */
  findFunction(name: string): { declaration: FunctionDeclaration; scope: Scope<Value> } | undefined {
    const declaration = this.#functions.find((candidate) => candidate.name === name);
    return declaration ? { declaration, scope: this } : this.#parent?.findFunction(name);
  }
}
