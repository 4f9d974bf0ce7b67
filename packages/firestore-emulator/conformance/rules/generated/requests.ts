/** Random documents, callers and requests for the match blocks of a random ruleset. */
import { administrator, alice, anonymous, bob } from '../callers.ts';
import type { Caller } from '../callers.ts';
import type { Request, Write } from '../requests.ts';
import { double } from '../values.ts';
import type { Fields, Plain } from '../values.ts';
import { makeQuery } from './lists.ts';
import type { Random } from './random.ts';
import type { Method } from './rulesets.ts';

export interface GeneratedRequest {
  collection: string;
  method: Method;
  as: Caller | null;
  request: Request;
  /** The document to create before the request. */
  document?: { path: string; fields: Fields };
}

/** Documents that the rules can read. */
export const fixedDocuments: Record<string, Fields> = {
  'fixed/a': { n: 1, flag: true },
  'fixed/b': { a: 1, b: 'x', m: { a: 2 } },
};

const pool: Record<string, readonly Plain[]> = {
  flag: [true, false, true, null],
  n: [0, 1, 2, 3, -1, double(1), 9223372036854775807n, '1'],
  f: [0.5, double(1), -1.5, NaN, 2],
  s: ['a', 'b', 'ab', '', 'A-b', 'alice', 'ä', 1],
  list: [[], [1], [1, 2, 3], [double(1)], ['a'], null],
  words: [['a', 'b'], [], ['alice'], ['b', 1]],
  m: [{ a: 1, b: 'x' }, {}, { a: { b: 1 }, flag: true }, { a: 2, m: { a: 1 } }, 'm'],
  t: [new Date(0), new Date('2024-02-29T12:30:00.5Z'), new Date('2300-01-01')],
};

function makeFields(random: Random): Fields {
  const kept = Object.entries(pool).filter(() => random.chance(0.9));
  // The first choices of each field are the simple ones.
  return Object.fromEntries(
    kept.map(([name, choices]) => [name, random.pick(random.chance(0.5) ? choices.slice(0, 2) : choices)]),
  );
}

const callers: readonly (Caller | null)[] = [null, alice, alice, bob, anonymous, administrator];

/** `index` becomes part of the document's id, so that requests do not affect each other. */
export function makeRequest(
  random: Random,
  collection: string,
  method: Method,
  index: number,
): GeneratedRequest {
  const as = random.pick(callers);
  const path = `${collection}/${random.pick(['a', 'b', 'doc'])}${index}`;
  if (method === 'list') return { collection, method, as, request: { list: makeQuery(random, collection) } };
  if (method === 'create')
    return { collection, method, as, request: { write: { create: path, fields: makeFields(random) } } };
  const document = { path, fields: makeFields(random) };
  if (method === 'get') {
    const exists = random.chance(0.85);
    return { collection, method, as, request: { get: path }, ...(exists ? { document } : {}) };
  }
  const write: Write = method === 'delete' ? { delete: path } : makeUpdate(random, path);
  return { collection, method, as, request: { write }, document };
}

function makeUpdate(random: Random, path: string): Write {
  const fields = makeFields(random);
  if (random.chance(0.4)) return { set: path, fields };
  // The field t may get the server time.
  const mask = Object.keys(fields).filter((name) => name !== 't' && random.chance(0.5));
  const transforms = random.chance(0.2) ? { transforms: { t: 'server time' as const } } : {};
  const masked = Object.entries(fields).filter(([name]) => mask.includes(name));
  return { update: path, fields: Object.fromEntries(masked), mask, ...transforms };
}
