import { expect, test } from 'vitest';
import { describeMissing } from './describe-missing.ts';
import { DEFAULT_VALUES } from './form-values.ts';
import { COMPLETE, createValues } from './testing/create-values.ts';
import { checkValues, type FieldErrors } from './to-request.ts';

function findErrors(values: typeof DEFAULT_VALUES): FieldErrors {
  const answer = checkValues(values);
  return 'errors' in answer ? answer.errors : {};
}

test('[T5.1.1] several missing fields are named, in the order of the form', () => {
  expect(describeMissing(findErrors(DEFAULT_VALUES))).toBe('Prompt, Quality, Background, and Output format');
});

test('[T5.1.1, T5.1.2] of a single one it is said what is wrong', () => {
  expect(describeMissing(findErrors(createValues({ ...COMPLETE.xai, prompt: ' ' })))).toBe(
    'Prompt cannot be empty',
  );
});
