/** The outcome of each expression in the tables: true, false or an error. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { loadExpressions } from './expression-rules.ts';
import type { Expression, ExpressionTable, Outcome } from './expression-rules.ts';
import { arithmetic } from './expressions/arithmetic.ts';
import { comparison } from './expressions/comparison.ts';
import { functions } from './expressions/functions.ts';
import { geoMathHash } from './expressions/geo-math-hash.ts';
import { lists } from './expressions/lists.ts';
import { logic } from './expressions/logic.ts';
import { maps } from './expressions/maps.ts';
import { paths } from './expressions/paths.ts';
import { requestFields } from './expressions/request-fields.ts';
import { sets } from './expressions/sets.ts';
import { strings } from './expressions/strings.ts';
import { time } from './expressions/time.ts';
import { types } from './expressions/types.ts';
import { makeRulesClient } from './rules-client.ts';

const tables: Record<string, ExpressionTable> = {
  ...{ arithmetic, comparison, functions, lists, logic, maps, paths, sets, strings, time, types },
  ...{ 'locations, math, hashing and bytes': geoMathHash, 'request and resource': requestFields },
};

const outcomes = ['true', 'false', 'an error'] as const satisfies readonly Outcome[];

describe.each(Object.entries(tables))('expressions: %s', (_, table) => {
  const cases = outcomes.flatMap((outcome) =>
    table[outcome].map((entry) => {
      const expression: Expression = typeof entry === 'string' ? { expression: entry } : entry;
      return { title: `${expression.expression} is ${outcome}`, expression, outcome };
    }),
  );
  let findOutcome: Awaited<ReturnType<typeof loadExpressions>>;
  beforeAll(async () => {
    const client = makeRulesClient(inject('address'));
    findOutcome = await loadExpressions(
      client,
      cases.map(({ expression }) => expression),
    );
  });

  test.each(cases)('$title', async ({ expression, outcome }) => {
    expect(await findOutcome(expression)).toBe(outcome);
  });
});
