/** The syntax tree of a rules file. */
import type { Position } from './issues.ts';

export type BinaryOperator =
  | '||'
  | '&&'
  | 'in'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

/** The types that `is` can test for. */
export const TYPE_NAMES = [
  'bool',
  'bytes',
  'constraint',
  'duration',
  'float',
  'int',
  'latlng',
  'list',
  'set',
  'number',
  'map',
  'string',
  'timestamp',
  'path',
  'map_diff',
] as const;
export type TestedType = (typeof TYPE_NAMES)[number];

export type Expression = Position &
  (
    | { readonly kind: 'literal'; readonly value: null | boolean | bigint | number | string | Uint8Array }
    | { readonly kind: 'variable'; readonly name: string }
    /** An expression in parentheses. */
    | { readonly kind: 'group'; readonly inner: Expression }
    | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
    | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
    | {
        readonly kind: 'range';
        readonly object: Expression;
        readonly from: Expression | undefined;
        readonly to: Expression | undefined;
      }
    | Call
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | { readonly kind: 'is'; readonly operand: Expression; readonly type: TestedType }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        readonly whenTrue: Expression;
        readonly whenFalse: Expression;
      }
    | { readonly kind: 'list'; readonly elements: readonly Expression[] }
    | {
        readonly kind: 'map';
        readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
      }
    | { readonly kind: 'path'; readonly parts: readonly PathPart[] }
  );

export interface Call extends Position {
  readonly kind: 'call';
  /** `a` in `a.size()`, or the package `math` in `math.abs(1)`. */
  readonly object: Expression | undefined;
  readonly name: string;
  readonly namePosition: Position;
  readonly arguments: readonly Expression[];
}

/** `/name`, `/{name}`, `/{name=**}` or, in an expression, `/$(expression)`. */
export type PathPart = Position &
  (Segment | Capture | { readonly kind: 'expression'; readonly expression: Expression });
interface Segment {
  readonly kind: 'segment';
  readonly text: string;
}
export interface Capture {
  readonly kind: 'capture';
  readonly name: string;
  /** `{name=**}` matches any number of segments. */
  readonly isGlob: boolean;
}
export type PatternPart = Position & (Segment | Capture);

export interface NamedExpression extends Position {
  readonly name: string;
  readonly expression: Expression;
}
export interface Name extends Position {
  readonly name: string;
}

export interface FunctionDeclaration extends Position {
  readonly name: string;
  readonly parameters: readonly Name[];
  readonly variables: readonly NamedExpression[];
  readonly result: Expression;
}

export interface AllowStatement extends Position {
  readonly methods: readonly Name[];
  readonly condition: Expression;
}

export interface MatchBlock extends Position {
  readonly pattern: readonly PatternPart[];
  readonly functions: readonly FunctionDeclaration[];
  readonly allows: readonly AllowStatement[];
  readonly matches: readonly MatchBlock[];
}

export interface ServiceBlock extends Position {
  readonly name: string;
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
}

export interface RulesFile {
  readonly functions: readonly FunctionDeclaration[];
  readonly services: readonly ServiceBlock[];
}
