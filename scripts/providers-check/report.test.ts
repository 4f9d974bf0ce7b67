import { expect, test } from 'vitest';
import { describePlan, writeReport } from './report.ts';

const OPENAI = { service: 'OpenAI', cases: 12, paid: 3, dollars: 0.257, hasKey: true };
const CLOUDINARY = { service: 'Cloudinary', cases: 4, paid: 0, dollars: 0, hasKey: false };

test('says before the first call what is checked, and what it costs', () => {
  expect(describePlan([OPENAI, CLOUDINARY])).toEqual([
    'OpenAI       is checked: 12 cases, 3 pictures and texts, about $0.26',
    'Cloudinary   has no key: 4 cases, free',
    '',
  ]);
});

test('explains without a key how to check, and that nothing was called', () => {
  const lines = describePlan([{ ...OPENAI, hasKey: false }, CLOUDINARY]);
  expect(lines[0]).toBe('OpenAI       has no key: 12 cases, 3 pictures and texts, about $0.26');
  expect(lines.join('\n')).toContain('Nothing was called. Set OPENAI_API_KEY');
});

test('reports each case with its date, in a table that a problem cannot break', () => {
  const outcomes = [
    { service: 'OpenAI', name: 'makes a picture', problem: undefined },
    { service: 'OpenAI', name: 'edits', problem: 'a | b\nc' },
  ];
  expect(writeReport(outcomes, new Date('2026-11-28T12:00:00Z')).split('\n')).toEqual([
    '# Providers on 2026-11-28',
    '',
    '1 of 2 cases went as the adapters expect.',
    '',
    '| service | case | result |',
    '| --- | --- | --- |',
    '| OpenAI | makes a picture | as expected |',
    '| OpenAI | edits | a \\| b c |',
    '',
  ]);
});
