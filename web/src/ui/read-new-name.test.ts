import { expect, test } from 'vitest';
import { readNewName } from './read-new-name.ts';

test.each([
  ['saves another name without surrounding spaces', '  Arctic fox ', 'Arctic fox'],
  ['cancels on an empty name [T5.3.1]', '', undefined],
  ['cancels on spaces [T5.3.1]', '   ', undefined],
  ['saves 150 characters [T9.0.7]', 'x'.repeat(150), 'x'.repeat(150)],
  ['silently ignores more than 150 characters [T5.3.2]', 'x'.repeat(151), undefined],
  ['ignores the same name', 'Red fox ', undefined],
])('%s', (_name, typed, saved) => {
  expect(readNewName(typed, 'Red fox')).toBe(saved);
});
