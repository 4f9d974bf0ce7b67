/**
 * Colors, sizes and other constants that only say how something looks. Screenshots, axe and eyes judge them, not tests, so they are not
 * changed. What decides between two styles, or calculates one, is changed like all other code.
 */
import type { Node } from 'oxc-parser';
import { listChildren } from './list-children.ts';

const STYLE = /^(sx|style)$/;
const LOOK = /^(color|fill|opacity|size|stroke|strokeWidth|variant)$/;

export const isStyleModule = (path: string): boolean =>
  /\/theme\/theme\.ts$|-style\.ts$|\/visually-hidden\.ts$/.test(path);

/** Whether a child of `parent` is a style, or part of one. */
export function isStyle(node: Node, parent: Node, styleNames: ReadonlySet<string>): boolean {
  switch (parent.type) {
    case 'JSXAttribute': {
      const name = parent.name.type === 'JSXIdentifier' ? parent.name.name : '';
      // Typography makes headings of `variant`, and a span means nothing.
      if (isText(node, /^h\d$/)) return false;
      return STYLE.test(name) || LOOK.test(name) || (name === 'component' && isText(node, /^span$/));
    }
    case 'Property':
      return parent.key.type === 'Identifier' && STYLE.test(parent.key.name);
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && parent.init === node && styleNames.has(parent.id.name);
    default:
      return false;
  }
}

const isText = (node: Node, pattern: RegExp) =>
  node.type === 'Literal' && typeof node.value === 'string' && pattern.test(node.value);

/** Constants of the file that its `sx` and `style` attributes mention, such as `ROW`. */
export function findStyleNames(program: Node): Set<string> {
  const names = new Set<string>();
  const visit = (node: Node, isInside: boolean): void => {
    if (node.type === 'Identifier' && isInside && isConstant(node)) names.add(node.name);
    for (const [, child] of listChildren(node)) visit(child, isInside || isStyle(child, node, NO_NAMES));
  };
  visit(program, false);
  return names;
}

const NO_NAMES: ReadonlySet<string> = new Set();

const CONSTANTS = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'JSXExpressionContainer',
  'Literal',
  'ObjectExpression',
  'Property',
  'SpreadElement',
  'TemplateElement',
  'TemplateLiteral',
  'TSAsExpression',
  'UnaryExpression',
]);

/** Whether nothing in it depends on what happens. */
export function isConstant(node: Node): boolean {
  if (node.type === 'Identifier') return /^[A-Z][A-Z\d_]+$/.test(node.name);
  if (!CONSTANTS.has(node.type)) return false;
  return listChildren(node).every(
    ([key, child]) => key === 'key' || key === 'typeAnnotation' || isConstant(child),
  );
}
