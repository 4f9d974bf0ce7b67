/** Makes random expressions of the grammar: mostly of the right types, now and then of a wrong one. */
import { leaves, productions, types } from './grammar.ts';
import type { Type } from './grammar.ts';
import type { Random } from './random.ts';
import type { Hole, Tree } from './tree.ts';

/** What stands around the expression: names that it may use, by type. */
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

/** Replaces each hole of a template by an expression. */
export function fill(random: Random, template: string, scope: Scope, depth: number): Tree {
  const text = template.replace(/^~/, '');
  // A number takes no method either: its dot would be read as a decimal point.
  const isOpen = text !== template || /^[\d.]/.test(text);
  const parts: (string | Hole)[] = [];
  let end = 0;
  for (const match of text.matchAll(holePattern)) {
    const type = types.find((each) => each === match[1]);
    // `{x}` in a path template is no hole.
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
