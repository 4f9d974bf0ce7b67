/** Rules that queries may or may not prove, and queries over the same fields. */
import type { Filter, Query } from '../requests.ts';
import type { Plain } from '../values.ts';
import { double } from '../values.ts';
import { fill } from './expressions.ts';
import type { Random } from './random.ts';
import type { Tree } from './tree.ts';

const comparisons = ['==', '!=', '<', '<=', '>', '>='];
const ofNumbers = [
  'resource.data.n',
  'resource.data.m.a',
  'resource.data.f',
  "resource.data['n']",
  "resource.data.get('n', 1)",
];
const ofText = ['resource.data.s', 'resource.data.m.b'];
const others = [
  'resource.data.flag',
  '!resource.data.flag',
  '~resource.data.flag == true',
  '~resource.data.flag != false',
  '~resource.data.n in {ints}',
  '~resource.data.s in {strings}',
  "~'a' in resource.data.words",
  '~1 in resource.data.list',
  "resource.data.words.hasAny(['a', 'b'])",
  "resource.data.words.hasAll(['a'])",
  'resource.data.list.hasOnly([1, 2, 3])',
  "~'n' in resource.data",
  "resource.data.keys().hasAny(['n', 's'])",
  '~resource.data.n == null',
  '~resource.data.s != null',
  '~resource.data.n is int',
  '~resource.data.s is string',
  '~resource.data.t < request.time',
  '~resource.data.n + 1 == 2',
  '~resource.data.s.size() == 1',
  '~resource.data.list == [1]',
  "~resource.data.m == {'a': 1, 'b': 'x'}",
  '~request.query.limit <= 2',
  '~request.query.limit == null',
  '~request.query.offset == 1',
  '~resource.data.s == request.auth.uid',
  '~resource.data.s == id',
  "~id == 'a'",
];

export function makeListCondition(random: Random): Tree {
  const one = () => {
    const choice = random.below(3);
    if (choice === 0)
      return `~${random.pick(ofNumbers)} ${random.pick(comparisons)} ${random.pick(['0', '1', '2', '1.0', '0.5'])}`;
    if (choice === 1)
      return `~${random.pick(ofText)} ${random.pick(comparisons)} ${random.pick(["'a'", "'b'", "'x'"])}`;
    return random.pick(others);
  };
  const [first, second] = [fill(random, one(), {}, 1), fill(random, one(), {}, 1)];
  const form = random.pick(['one', 'one', '&&', '||', '?', '!']);
  const hole = (tree: Tree) => ({ tree, needsClosed: true, isWrapped: false });
  if (form === 'one') return first;
  if (form === '!') return { parts: ['!', hole(first)], isOpen: false };
  if (form === '?') return { parts: [hole(first), ' ? ', hole(second), ' : false'], isOpen: true };
  return { parts: [hole(first), ` ${form} `, hole(second)], isOpen: true };
}

const values: Record<string, readonly Plain[]> = {
  flag: [true, false],
  n: [0, 1, 2, double(1), 0.5, null],
  f: [0.5, double(1), 2],
  s: ['a', 'b', 'alice', 'x', null],
  'm.a': [0, 1, 2],
  'm.b': ['x', 'a'],
  m: [{ a: 1, b: 'x' }, {}],
  list: [[1], [1, 2, 3]],
  words: [['a', 'b'], []],
  t: [new Date(0), new Date('2300-01-01')],
};

const elements: Record<string, readonly Plain[]> = { list: [1, 2, double(1)], words: ['a', 'b'] };
const ofOne = [
  'EQUAL',
  'EQUAL',
  'EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
];

function makeFilter(random: Random, field: string): Filter {
  const choices = (values[field] ?? []).filter((value) => value !== null);
  const of = elements[field];
  if (of !== undefined && random.chance(0.6)) {
    const one = random.pick(of);
    return random.chance(0.5)
      ? [field, 'ARRAY_CONTAINS', one]
      : [field, 'ARRAY_CONTAINS_ANY', [one, random.pick(of)]];
  }
  const form = random.below(10);
  if (form === 0) return [field, random.pick(['IN', 'NOT_IN']), [random.pick(choices), random.pick(choices)]];
  if (form === 1) return [field, random.pick(['IS_NULL', 'IS_NOT_NULL'])];
  // Null equals only itself, and has no order.
  const operator = random.pick(ofOne);
  return [field, operator, random.pick(operator === 'EQUAL' ? (values[field] ?? []) : choices)];
}

export function makeQuery(random: Random, from: string): Query {
  const names = Object.keys(values).filter(() => random.chance(0.2));
  const filters = names.map((name) => makeFilter(random, name));
  const [only] = filters;
  const where =
    only !== undefined && filters.length === 1
      ? only
      : random.chance(0.8)
        ? { and: filters }
        : { or: filters };
  return {
    from,
    ...(filters.length === 0 ? {} : { where }),
    ...(random.chance(0.3) ? { limit: random.pick([1, 2, 3, 10]) } : {}),
    ...(random.chance(0.1) ? { offset: random.pick([1, 2]) } : {}),
  };
}
