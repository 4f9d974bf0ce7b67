import { expect, test } from 'vitest';
import { describeMissing, listMissing } from './describe-missing.ts';
import { DEFAULT_VALUES } from './form-values.ts';
import { COMPLETE, createValues } from './testing/create-values.ts';
import { checkValues, type FieldErrors } from './to-request.ts';

function findErrors(values: typeof DEFAULT_VALUES): FieldErrors {
  const answer = checkValues(values);
  return 'errors' in answer ? answer.errors : {};
}

test('names several missing fields in form order [T5.1.1]', () => {
  expect(describeMissing(findErrors(DEFAULT_VALUES))).toBe('Prompt, Quality, Background, and Output format');
});

test('shows the message of a single error [T5.1.1, T5.1.2]', () => {
  expect(describeMissing(findErrors(createValues({ ...COMPLETE.xai, prompt: ' ' })))).toBe(
    'Prompt cannot be empty',
  );
});

test('lists what is empty, but not what is wrong', () => {
  expect(listMissing(DEFAULT_VALUES)).toEqual(['prompt', 'gptQuality', 'gptBackground', 'gptOutputFormat']);
  expect(listMissing(createValues({ ...COMPLETE.xai, prompt: 'a'.repeat(1001) }))).toEqual([]);
  expect(listMissing(createValues(COMPLETE.xai))).toEqual([]);
});
