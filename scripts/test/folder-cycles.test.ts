import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFolderCycle } from './folder-cycles.ts';

/** A source tree in a temporary folder; each file also exports a value. */
function createTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'folder-cycles-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), `${text}\nexport const value = 1;\n`);
  }
  return root;
}

test('accepts folders that import in one direction', () => {
  const root = createTree({
    'app.ts': "import './pages/home.tsx';",
    'pages/home.tsx': "import '../data/users.ts'; import 'react';",
    'data/users.ts': "import './roles.ts';",
    'data/roles.ts': '',
  });
  expect(findFolderCycle(root)).toBeUndefined();
});

test('names a cycle of folders and an import of each step', () => {
  const root = createTree({
    'pages/home.ts': "import '../data/users.ts';",
    'data/users.ts': "import './cache/keep.ts';",
    'data/cache/keep.ts': "import '../../pages/title.ts';",
    'pages/title.ts': '',
  });
  expect(findFolderCycle(root)).toEqual([
    `${root}: data -> data/cache -> pages -> data`,
    '  data/users.ts imports data/cache/keep.ts',
    '  data/cache/keep.ts imports pages/title.ts',
    '  pages/home.ts imports data/users.ts',
  ]);
});

test.each([
  "import type { Title } from '../pages/title.ts';",
  "import { value as title } from '../pages/title.ts';",
  "export { value as title } from '../pages/title.ts';",
  "export * from '../pages/title.ts';",
  "export const load = () => import('../pages/title.ts');",
  "export type Title = import('../pages/title.ts').Title;",
])('counts %s', (text) => {
  const root = createTree({
    'pages/home.ts': "import '../data/users.ts';",
    'data/users.ts': text,
    'pages/title.ts': '',
  });
  expect(findFolderCycle(root)?.[0]).toContain('data -> pages -> data');
});

test('counts a file in the root as a folder of its own', () => {
  const root = createTree({
    'deps.ts': "import './data/users.ts';",
    'data/users.ts': "import '../deps.ts';",
  });
  expect(findFolderCycle(root)?.[0]).toContain('data -> deps.ts -> data');
});

test('ignores tests and what they share', () => {
  const root = createTree({
    'app.ts': "import './data/users.ts';",
    'data/users.ts': '',
    'data/users.test.ts': "import '../app.ts';",
    'data/testing/start.ts': "import '../../app.ts';",
    'data/testing.ts': "import '../app.ts';",
  });
  expect(findFolderCycle(root)).toBeUndefined();
});
