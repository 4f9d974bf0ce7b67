import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../test/run-command.ts';
import { mistakes } from './mistakes.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const tests = globSync(
  '{contracts,functions,packages,web,local,scripts,e2e}/**/*.{test.ts,test.tsx,spec.ts}',
  {
    cwd: repositoryRoot,
    exclude: ['**/node_modules/**'],
  },
);

test.each(mistakes)('"$name" can still be made, and has tests', (mistake) => {
  expect(read(mistake.file).split(mistake.find)).toHaveLength(2);
  const filters = 'unit' in mistake.tests ? mistake.tests.unit : mistake.tests.e2e;
  const found = filters.map((filter) => tests.filter((file) => file.includes(filter)));
  expect(found).not.toContainEqual([]);
  if ('title' in mistake.tests) {
    // Titles in the code have escaped quotes.
    const texts = found.flat().map((file) => read(file).replaceAll("\\'", "'"));
    const title = new RegExp(mistake.tests.title);
    expect(texts.some((text) => title.test(text))).toBe(true);
  }
});
