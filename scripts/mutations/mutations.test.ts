import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutations } from './mutations.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const unitTests = globSync('{cloud,contracts,functions,local,packages,scripts,web}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/fixture'],
});
const e2eTests = globSync('e2e/*/*.{api.test,spec}.ts', { cwd: root });

const findFiles = (files: readonly string[], filters: readonly string[]) =>
  files.filter((file) => filters.some((filter) => file.includes(filter)));

test.each(mutations)('$name changes one place in a file that exists', ({ file, find }) => {
  expect(read(file).split(find)).toHaveLength(2);
});

test.each(mutations)('$name names tests that exist', ({ tests }) => {
  if ('unit' in tests) {
    expect(findFiles(unitTests, tests.unit)).not.toEqual([]);
    return;
  }
  // Parts of a title may come from the table of a test.
  const source = findFiles(e2eTests, tests.e2e).map(read).join('\n');
  expect(source).toMatch(new RegExp(tests.title));
});
