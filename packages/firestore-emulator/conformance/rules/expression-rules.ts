/** Determines from decisions whether an expression is true, false or an error. */
import { alice } from './callers.ts';
import { wrapRules } from './scenario.ts';
import type { RulesClient } from './rules-client.ts';
import { double, geoPoint, reference, timestamp } from './values.ts';
import type { Fields } from './values.ts';

export type Outcome = 'true' | 'false' | 'an error';

/** The document that `resource` is in every expression of the tables: `things/probe`. */
const probe = {
  text: 'Hello, World',
  empty: '',
  accents: 'Grüße 😀',
  whole: 7,
  negative: -3,
  big: 9007199254740993n,
  largest: 9223372036854775807n,
  half: 0.5,
  wholeDouble: double(7),
  notANumber: NaN,
  infinite: Infinity,
  yes: true,
  no: false,
  nothing: null,
  list: [1, 2, 3],
  words: ['b', 'a', 'c'],
  mixed: [1, 'a', null, true, 1.5],
  emptyList: [],
  map: { a: 1, b: 2, nested: { deep: { er: 'x' } }, list: [{ x: 1 }] },
  emptyMap: {},
  'odd-key': 1,
  data: { id: 'inner' },
  moment: timestamp('2024-02-29T13:14:15.678901Z'),
  bytes: new Uint8Array([0, 1, 254, 255]),
  place: geoPoint(48.25, 11.5),
  link: reference('things/other'),
} as const;

export interface Expression {
  expression: string;
  /** Declared outside the match block. */
  functions?: string;
}

/** Expressions by outcome. */
export type ExpressionTable = Record<Outcome, readonly (string | Expression)[]>;

/**
 * Loads all expressions in one ruleset: loading takes most of the time. Each expression and its negation have their
 * own collection, which replaces `things` in them.
 */
export async function loadExpressions(
  client: RulesClient,
  expressions: readonly Expression[],
): Promise<(expression: Expression) => Promise<string>> {
  const blocks: string[] = [];
  const documents: Record<string, Fields> = { 'things/other': { owner: 'alice', count: 2 } };
  for (const [index, each] of expressions.entries()) {
    for (const isNegated of [false, true]) {
      const collection = collectionOf(index, isNegated);
      blocks.push(printBlock(each, isNegated, collection));
      documents[`${collection}/probe`] = probe;
    }
  }
  const answer = await client.putRules(wrapRules(blocks.join('\n')));
  if (!answer.accepted) throw new Error(`The expressions were not accepted: ${answer.message}`);
  await client.seed(documents);
  return (expression) => findOutcome(client, expressions.indexOf(expression));
}

const collectionOf = (index: number, isNegated: boolean) => `${isNegated ? 'negated' : 'things'}${index}`;

function printBlock({ expression, functions = '' }: Expression, isNegated: boolean, collection: string) {
  const condition = expression
    .replaceAll('things/probe', `${collection}/probe`)
    .replaceAll("'things'", `'${collection}'`);
  return `match /${collection} {
    ${functions}
    match /{id} { allow get: if ${isNegated ? `!(${condition})` : condition}; }
  }`;
}

/** Returns an outcome, or an unexpected decision. Errors and false both deny, but the negation of an error denies too. */
async function findOutcome(client: RulesClient, index: number): Promise<string> {
  const decide = (isNegated: boolean) =>
    client.decide(alice, { get: `${collectionOf(index, isNegated)}/probe` });
  const decision = await decide(false);
  if (decision === 'allow') return 'true' satisfies Outcome;
  if (decision !== 'deny') return decision;
  const negated = await decide(true);
  if (negated === 'allow') return 'false' satisfies Outcome;
  return negated === 'deny' ? ('an error' satisfies Outcome) : negated;
}
