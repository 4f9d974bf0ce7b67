/** Expressions as trees of text, which can be printed and reduced. */
export interface Tree {
  /** Text and subexpressions in order. */
  parts: readonly (string | Hole)[];
  /** Uses an operator, and so may need parentheses. */
  isOpen: boolean;
}

export interface Hole {
  tree: Tree;
  needsClosed: boolean;
  /** Has parentheses by chance. */
  isWrapped: boolean;
}

export const leaf = (text: string): Tree => ({ parts: [text], isOpen: false });

export function print(tree: Tree): string {
  return tree.parts.map((part) => (typeof part === 'string' ? part : printHole(part))).join('');
}

function printHole({ tree, needsClosed, isWrapped }: Hole): string {
  return isWrapped || (needsClosed && tree.isOpen) ? `(${print(tree)})` : print(tree);
}

const plainLeaves = ['true', 'false', '0', "''", 'null', '[]', '{}'].map(leaf);

/** Yields the smaller trees that one step can make, the smallest first. */
export function* cut(tree: Tree): Generator<Tree> {
  const holes = tree.parts.filter((part) => typeof part !== 'string');
  if (holes.length > 0 || !plainLeaves.some((plain) => print(plain) === print(tree))) {
    if (print(tree).length > 5) yield* plainLeaves;
  }
  for (const { tree: child } of holes) yield child;
  for (const [index, part] of tree.parts.entries()) {
    if (typeof part === 'string') continue;
    for (const smaller of cut(part.tree))
      yield { ...tree, parts: tree.parts.with(index, { ...part, tree: smaller }) };
  }
}
