/** What can be changed in a node: the operators of Stryker. */
import type { Expression, Node } from 'oxc-parser';

/** What replaces a node. `kind` names the operator in reports. */
export interface Change {
  kind: string;
  replacement: string;
}

const EQUALITY: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '===': ['!=='],
  '!==': ['==='],
};
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };
const LOGICAL: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' };
const ASSIGNMENT: Record<string, string> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '&&=': '||=',
  '||=': '&&=',
  '??=': '&&=',
};
/** A map: `toString` is a property of every object. */
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['toUpperCase', 'toLowerCase'],
  ['toLowerCase', 'toUpperCase'],
  ['trimStart', 'trimEnd'],
  ['trimEnd', 'trimStart'],
]);
/** `list.filter(…)` becomes `list`. */
const REMOVED_METHODS = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'trim',
  'charAt',
  'substring',
]);

export function findChanges(node: Node, source: string): Change[] {
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
      return changeBinary(node.left, node.operator, node.right, textOf);
    case 'LogicalExpression': {
      const other = LOGICAL[node.operator];
      // A bare mix of ?? and && is a syntax error.
      return [{ kind: 'logical', replacement: `((${textOf(node.left)}) ${other} (${textOf(node.right)}))` }];
    }
    case 'AssignmentExpression': {
      const other = ASSIGNMENT[node.operator];
      if (other === undefined) return [];
      return [{ kind: 'assignment', replacement: `${textOf(node.left)} ${other} ${textOf(node.right)}` }];
    }
    case 'UpdateExpression': {
      const other = node.operator === '++' ? '--' : '++';
      return [{ kind: 'update', replacement: textOf(node).replace(node.operator, other) }];
    }
    case 'UnaryExpression':
      if (node.operator === '!') return [{ kind: 'negation', replacement: textOf(node.argument) }];
      if (node.operator === '-') return [{ kind: 'unary', replacement: `+${textOf(node.argument)}` }];
      return [];
    case 'CallExpression':
      return changeCall(node.callee, textOf(node), source);
    case 'ArrayExpression':
      return node.elements.length > 0 ? [{ kind: 'array', replacement: '[]' }] : [];
    case 'ObjectExpression':
      return node.properties.length > 0 ? [{ kind: 'object', replacement: '({})' }] : [];
    case 'Literal':
      return changeLiteral(node.value);
    case 'TemplateLiteral': {
      // A value between two parts is a word, too.
      const text = node.quasis.map(({ value }) => value.raw).join('x');
      return isShownText(text) ? [] : [{ kind: 'string', replacement: '``' }];
    }
    default:
      return [];
  }
}

function changeBinary(left: Node, operator: string, right: Node, textOf: (node: Node) => string): Change[] {
  const build = (other: string) => `${textOf(left)} ${other} ${textOf(right)}`;
  const equality = EQUALITY[operator];
  if (equality) return equality.map((other) => ({ kind: 'equality', replacement: build(other) }));
  const arithmetic = ARITHMETIC[operator];
  const isText = [left, right].some(
    (side) => side.type === 'TemplateLiteral' || (side.type === 'Literal' && typeof side.value === 'string'),
  );
  return arithmetic === undefined || isText ? [] : [{ kind: 'arithmetic', replacement: build(arithmetic) }];
}

/** Spliced into the call's own text, because the object may be a call too. */
function changeCall(callee: Expression, call: string, source: string): Change[] {
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const { object, property } = callee;
  const name = source.slice(property.start, property.end);
  const other = METHODS.get(name);
  if (other !== undefined) {
    const at = property.start - callee.start;
    return [{ kind: 'method', replacement: call.slice(0, at) + other + call.slice(at + name.length) }];
  }
  if (!REMOVED_METHODS.has(name)) return [];
  return [{ kind: 'method', replacement: source.slice(object.start, object.end) }];
}

function changeLiteral(value: unknown): Change[] {
  if (typeof value === 'boolean') return [{ kind: 'boolean', replacement: String(!value) }];
  if (typeof value !== 'string' || value === '' || isShownText(value)) return [];
  return [{ kind: 'string', replacement: '""' }];
}

/** Words with spaces between them are for people; tests do not repeat every text. */
const isShownText = (text: string) => /[\p{L}\d.,:;!?’'"] +[\p{L}\d]/u.test(text);

/** Of the test of an `if`, a loop or a conditional expression. */
export const changeTest = (isLoop: boolean): Change[] =>
  (isLoop ? ['false'] : ['true', 'false']).map((replacement) => ({ kind: 'condition', replacement }));
