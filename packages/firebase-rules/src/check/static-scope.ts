import type { FunctionDeclaration } from '../syntax/syntax.ts';

interface Declared {
  isUsed: boolean;
}

/** The names that are visible in one place. */
export class StaticScope {
  readonly #parent: StaticScope | undefined;
  readonly #variables = new Map<string, Declared>();
  readonly #functions = new Map<string, FunctionDeclaration>();

  constructor(parent?: StaticScope) {
    this.#parent = parent;
  }

  /** Returns undefined if this scope already has the name. */
  addVariable(name: string): Declared | undefined {
    if (this.#variables.has(name)) return undefined;
    const declared = { isUsed: false };
    this.#variables.set(name, declared);
    return declared;
  }

  findVariable(name: string): Declared | undefined {
    return this.#variables.get(name) ?? this.#parent?.findVariable(name);
  }

  /** Returns false if this scope already has the name. */
  addFunction(declaration: FunctionDeclaration): boolean {
    if (this.#functions.has(declaration.name)) return false;
    this.#functions.set(declaration.name, declaration);
    return true;
  }

  findFunction(name: string): FunctionDeclaration | undefined {
    return this.#functions.get(name) ?? this.#parent?.findFunction(name);
  }
}
