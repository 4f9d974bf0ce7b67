/** Makes random expressions, most of them with the right types. */
import { leaves, productions, types } from './grammar.ts';
import type { Type } from './grammar.ts';
import type { Random } from './random.ts';
import type { Hole, Tree } from './tree.ts';

/** The names that an expression may use, by type. */
export type Scope = Partial<Record<Type, readonly string[]>>;

const wrongType = 0.015;
const concreteTypes = types.filter((type) => type !== 'any');

export function makeExpression(random: Random, type: Type, scope: Scope, depth: number): Tree {
  const wanted = random.chance(wrongType) ? random.pick(types) : type;
  const forms = wanted === 'any' && depth > 0 ? productions[random.pick(types)] : productions[wanted];
  if (depth <= 0 || forms.length === 0 || random.chance(0.15)) return makeLeaf(random, wanted, scope);
  return fill(random, random.pick(forms), scope, depth - 1);
}

function makeLeaf(random: Random, type: Type, scope: Scope): Tree {
  if (type === 'any' && random.chance(0.7)) return makeLeaf(random, random.pick(concreteTypes), scope);
  const names = scope[type] ?? [];
  const template = names.length > 0 && random.chance(0.6) ? random.pick(names) : random.pick(leaves[type]);
  return fill(random, template, scope, 0);
}

const holePattern = /\{([a-z]+)(!?)\}/g;

/** Replaces each placeholder of a template with an expression. */
export function fill(random: Random, template: string, scope: Scope, depth: number): Tree {
  const text = template.replace(/^~/, '');
  // A number needs parentheses too: the dot of a method call would be a decimal point.
  const isOpen = text !== template || /^[\d.]/.test(text);
  const parts: (string | Hole)[] = [];
  let end = 0;
  for (const match of text.matchAll(holePattern)) {
    const type = types.find((each) => each === match[1]);
    // `{x}` in a path template is not a placeholder.
    if (type === undefined) continue;
    const tree = makeExpression(random, type, scope, depth);
    parts.push(text.slice(end, match.index), {
      tree,
      needsClosed: match[2] === '!',
      isWrapped: tree.isOpen && random.chance(0.6),
    });
    end = match.index + match[0].length;
  }
  return { parts: [...parts, text.slice(end)], isOpen };
}
