/** Each expression of the tables is true, false or an error on every server: the outcome stands in the table. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { findOutcome, seedProbe } from './expression-rules.ts';
import type { ExpressionTable } from './expression-rules.ts';
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
  ...{ 'places, math, hashing and bytes': geoMathHash, 'request and resource': requestFields },
};

describe.each(Object.entries(tables))('expressions: %s', (_, table) => {
  const client = makeRulesClient(inject('address'));
  beforeAll(() => seedProbe(client));

  for (const outcome of ['true', 'false', 'an error'] as const) {
    const cases = table[outcome].map((entry) => (typeof entry === 'string' ? { expression: entry } : entry));
    test.each(cases.map((each) => [each.expression, each] as const))(
      `%s is ${outcome}`,
      async (_, expression) => {
        expect(await findOutcome(client, expression)).toBe(outcome);
      },
    );
  }
});
