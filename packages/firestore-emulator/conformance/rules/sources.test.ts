/** Sources that are taken, and sources that are refused with the line that is wrong. */
import { expect, inject, test } from 'vitest';
import { config } from '../config.ts';
import { explainedSources } from './explained.ts';
import { makeRulesClient } from './rules-client.ts';
import { acceptedSources } from './sources/accepted.ts';
import { refusedExpressions } from './sources/refused-expressions.ts';
import { refusedFunctions } from './sources/refused-functions.ts';
import { refusedStructures } from './sources/refused-structures.ts';

const client = makeRulesClient(inject('address'));

test.each([...refusedStructures, ...refusedFunctions, ...refusedExpressions, ...acceptedSources])(
  'a rules source: $title',
  async ({ title, source, lines = [] }) => {
    const explained = config.target === 'embedded' ? explainedSources[title] : undefined;
    const answer = await client.putRules(source);
    expect(answer).toMatchObject({ accepted: explained?.accepted ?? lines.length === 0 });
    if (!answer.accepted) expect(explained?.lines ?? lines, answer.message).toContain(answer.lines[0]);
  },
);
