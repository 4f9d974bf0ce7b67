import { expect, test } from 'vitest';
import { readNewName } from './read-new-name.ts';

test.each([
  ['another name is saved, without the spaces around it', '  Arctic fox ', 'Arctic fox'],
  ['[T5.3.1] an empty name cancels', '', undefined],
  ['[T5.3.1] spaces are an empty name', '   ', undefined],
  ['[T9.0.7] a name of 150 characters is saved', 'x'.repeat(150), 'x'.repeat(150)],
  ['[T5.3.2] a longer one is silently not saved', 'x'.repeat(151), undefined],
  ['the same name is nothing to save', 'Red fox ', undefined],
])('%s', (_name, typed, saved) => {
  expect(readNewName(typed, 'Red fox')).toBe(saved);
});
