/** The syntax tree of a rules file. */

/** A place in a rules file; both numbers start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The file is refused: it is wrong, or it contains what this package does not support. */
export class RulesError extends Error {
  readonly position: Position;
  constructor(message: string, { line, column }: Position) {
    super(message);
    this.position = { line, column };
  }
}

export type BinaryOperator = '||' | '&&' | 'in' | '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Expression = Position &
  (
    | { readonly kind: 'literal'; readonly value: null | boolean | bigint | string }
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
    | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
    | Call
    | { readonly kind: 'not'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | { readonly kind: 'list'; readonly elements: readonly Expression[] }
    /** A text is one segment; an expression is what `$(…)` contains. */
    | { readonly kind: 'path'; readonly parts: readonly (string | Expression)[] }
  );

/** `f(1)` calls a function of the file, `firestore.get(path)` one of the service. */
export interface Call extends Position {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly Expression[];
}

export interface Name extends Position {
  readonly name: string;
}

export interface FunctionDeclaration extends Name {
  readonly parameters: readonly Name[];
  readonly variables: readonly (Name & { readonly expression: Expression })[];
  readonly result: Expression;
}

export interface AllowStatement {
  readonly methods: readonly Name[];
  readonly condition: Expression;
}

export interface Block {
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
}

export interface MatchBlock extends Block {
  /** A text is one segment, a name captures one: `/uploads/{file}`. */
  readonly pattern: readonly (string | Name)[];
  readonly allows: readonly AllowStatement[];
}
