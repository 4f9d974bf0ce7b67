/** Rules files that are accepted, and rules files that are refused with the line of the error. */
import { expect, inject, test } from 'vitest';
import { config } from '../config.ts';
import { excusedSources } from './excused.ts';
import { makeRulesClient } from './rules-client.ts';
import { acceptedSources } from './sources/accepted.ts';
import { refusedExpressions } from './sources/refused-expressions.ts';
import { refusedFunctions } from './sources/refused-functions.ts';
import { refusedStructures } from './sources/refused-structures.ts';

const client = makeRulesClient(inject('address'));

test.each([...refusedStructures, ...refusedFunctions, ...refusedExpressions, ...acceptedSources])(
  'a rules source: $title',
  async ({ title, source, lines = [] }) => {
    const excused = config.target === 'ours' ? excusedSources[title] : undefined;
    const answer = await client.putRules(source);
    expect(answer).toMatchObject({ accepted: excused?.accepted ?? lines.length === 0 });
    if (!answer.accepted) expect(excused?.lines ?? lines, answer.message).toContain(answer.lines[0]);
  },
);
