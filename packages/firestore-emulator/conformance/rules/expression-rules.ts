/** Finds out through decisions alone whether an expression is true, false or an error. */
import { alice } from './callers.ts';
import type { Caller } from './callers.ts';
import type { RulesClient } from './rules-client.ts';
import { double, geoPoint, reference, timestamp } from './values.ts';

export type Outcome = 'true' | 'false' | 'an error';

/** The document that `resource` stands for in every expression of the tables. */
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
  /** Functions that stand above the match. */
  functions?: string;
}

/** Expressions by what they are; those with functions carry them. */
export type ExpressionTable = Record<Outcome, readonly (string | Expression)[]>;

function wrapExpression({ expression, functions = '' }: Expression): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${functions}
    match /things/{id} {
      allow get: if ${expression};
    }
  }
}
`;
}

export const seedProbe = (client: RulesClient) =>
  client.seed({ 'things/probe': probe, 'things/other': { owner: 'alice', count: 2 } });

/** An outcome, or what went wrong. An error denies as false does, but its negation denies too. */
export async function findOutcome(
  client: RulesClient,
  expression: Expression,
  caller: Caller | null = alice,
): Promise<string> {
  const decision = await decideExpression(client, expression, caller);
  if (decision === 'allow') return 'true' satisfies Outcome;
  if (decision !== 'deny') return decision;
  const negation = { ...expression, expression: `!(${expression.expression})` };
  const negated = await decideExpression(client, negation, caller);
  if (negated === 'allow') return 'false' satisfies Outcome;
  return negated === 'deny' ? ('an error' satisfies Outcome) : negated;
}

async function decideExpression(
  client: RulesClient,
  expression: Expression,
  caller: Caller | null,
): Promise<string> {
  const answer = await client.putRules(wrapExpression(expression));
  if (!answer.accepted) return `not accepted: ${answer.message}`;
  return client.decide(caller, { get: 'things/probe' });
}
