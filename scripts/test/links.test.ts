import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md', '{cloud,e2e,functions,local,packages,scripts,web}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules', '**/fixture'],
});

/** Links to files of the repository, without their anchors. */
const listLinks = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].flatMap(
    ([, link]) => link ?? [],
  );

test('links between pages lead to files that exist', () => {
  const broken = pages.flatMap((page) =>
    listLinks(page)
      .filter((link) => !existsSync(join(root, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect(broken).toEqual([]);
});
