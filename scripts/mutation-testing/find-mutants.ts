/** Finds the places of a file that can be changed. */
import { parseSync, type Node } from 'oxc-parser';
import { listChildren } from './list-children.ts';
import { findStyleNames, isConstant, isStyle, isStyleModule } from './styles.ts';
import { changeTest, findChanges, type Change } from './operators.ts';

export interface Mutant extends Change {
  /** What is replaced. */
  start: number;
  end: number;
  /** How the two alternatives are written side by side. */
  form: 'expression' | 'attribute' | 'block' | 'statement';
}

interface Place {
  node: Node;
  parent: Node | undefined;
  /** The optional chain that the node is part of: only the whole can be wrapped without changing where it ends. */
  chain: Node | undefined;
  isInStyle: boolean;
}

/** Inner places before outer ones, so that they can be wrapped one by one. */
export function findMutants(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const mutants: Mutant[] = [];
  const styleNames = findStyleNames(program);
  const visit = (place: Place): void => {
    const { node, isInStyle } = place;
    if (isInStyle && isConstant(node)) return;
    if (isType(node) || node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return;
    for (const [key, child] of listChildren(node)) {
      if (isSkipped(node, key)) continue;
      const chain = findChain(place, key);
      visit({ node: child, parent: node, chain, isInStyle: isInStyle || isStyle(child, node, styleNames) });
    }
    mutants.push(...mutate(place, source));
  };
  visit({ node: program, parent: undefined, chain: undefined, isInStyle: isStyleModule(path) });
  return mutants;
}

/** Types, but not the expressions that have one. */
const isType = ({ type }: Node): boolean =>
  type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type);

/** Names are not expressions, and a tag gets its template as it is. */
function isSkipped(node: Node, key: string): boolean {
  if ((node.type === 'Property' || node.type === 'MemberExpression') && !node.computed) {
    if (key === 'key' || key === 'property') return true;
  }
  return (
    (node.type === 'TaggedTemplateExpression' && key === 'quasi') ||
    ((node.type === 'ExportNamedDeclaration' || node.type === 'ImportExpression') && key === 'source') ||
    (node.type === 'ExpressionStatement' && 'directive' in node && typeof node.directive === 'string')
  );
}

/** The spine of a chain: callee and object, not arguments. */
function findChain({ node, chain }: Place, key: string): Node | undefined {
  if (node.type === 'ChainExpression') return node;
  return key === 'callee' || key === 'object' || node.type === 'TSNonNullExpression' ? chain : undefined;
}

function mutate(place: Place, source: string): Mutant[] {
  const { node, parent, chain } = place;
  const host = chain ?? node;
  const form = parent?.type === 'JSXAttribute' ? 'attribute' : 'expression';
  const wrap = ({ kind, replacement }: Change): Mutant => ({
    kind,
    form,
    start: host.start,
    end: host.end,
    replacement: source.slice(host.start, node.start) + replacement + source.slice(node.end, host.end),
  });
  const changes = isLabel(node, parent) ? [] : findChanges(node, source);
  return [
    ...changes.map(wrap),
    ...changeOptional(place, source).map(wrap),
    ...(isTest(node, parent) ? changeTest(isLoop(parent)).map(wrap) : []),
    ...(isReturned(node, parent) ? [wrap({ kind: 'function', replacement: 'undefined' })] : []),
    ...changeStatement(node, parent),
  ];
}

/** `a?.b` becomes `a.b`. */
function changeOptional({ node, chain }: Place, source: string): Change[] {
  if (!chain || !(node.type === 'MemberExpression' || node.type === 'CallExpression') || !node.optional)
    return [];
  const before = node.type === 'MemberExpression' ? node.object.end : node.callee.end;
  const isDot = node.type === 'MemberExpression' && !node.computed;
  const rest = source.slice(before, node.end).replace('?.', isDot ? '.' : '');
  return [{ kind: 'optional chain', replacement: source.slice(node.start, before) + rest }];
}

const isTest = (node: Node, parent: Node | undefined): boolean =>
  parent !== undefined && 'test' in parent && parent.test === node && parent.type !== 'SwitchCase';

const isLoop = (node: Node | undefined): boolean =>
  node !== undefined && ['WhileStatement', 'DoWhileStatement', 'ForStatement'].includes(node.type);

/** The body of `() => body`. */
const isReturned = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === 'ArrowFunctionExpression' && parent.body === node && node.type !== 'BlockStatement';

/** Labels are texts for people. */
const isLabel = ({ type }: Node, parent: Node | undefined): boolean =>
  (type === 'Literal' || type === 'TemplateLiteral') &&
  /^(aria-label|alt|title|label|placeholder)$/.test(readName(parent) ?? '');

function readName(node: Node | undefined): string | undefined {
  if (node?.type === 'JSXAttribute') return node.name.type === 'JSXIdentifier' ? node.name.name : undefined;
  if (node?.type !== 'Property') return undefined;
  return node.key.type === 'Identifier' ? node.key.name : undefined;
}

function changeStatement(node: Node, parent: Node | undefined): Mutant[] {
  const { start, end } = node;
  if (node.type === 'BlockStatement' && node.body.length > 0 && !callsSuper(node)) {
    return [{ kind: 'block', form: 'block', start, end, replacement: '{}' }];
  }
  const isCall =
    node.type === 'ExpressionStatement' &&
    (node.expression.type === 'CallExpression' || node.expression.type === 'ChainExpression');
  if (!isCall || isOnlyStatement(parent) || callsSuper(node)) return [];
  return [{ kind: 'call', form: 'statement', start, end, replacement: ';' }];
}

/** Removing it would be the same as emptying the block. */
const isOnlyStatement = (node: Node | undefined): boolean =>
  node?.type === 'BlockStatement' && node.body.length === 1;

const callsSuper = (node: Node): boolean =>
  node.type === 'Super' || listChildren(node).some(([, child]) => callsSuper(child));
