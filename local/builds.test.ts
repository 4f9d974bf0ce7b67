import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildIfStale, type BuildTarget } from './builds.ts';

/** Each build increments a counter in the output. */
const target: BuildTarget = {
  name: 'counter',
  inputs: ['package/src', 'shared.json'],
  output: 'package/count.txt',
  command: ['build.mjs'],
  folder: 'package',
};

describe('buildIfStale', () => {
  let root: string;
  const write = (file: string, content: string) => writeFileSync(join(root, file), content);
  const countBuilds = () => readFileSync(join(root, 'package/count.txt'), 'utf8').length;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'builds-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, 'package/src/deep'), { recursive: true });
    write('package/src/deep/one.ts', 'one');
    write('package/build.mjs', "import { appendFileSync } from 'node:fs'; appendFileSync('count.txt', 'x');");
  });

  it('builds once, and not again while nothing changes', async () => {
    expect(await buildIfStale(root, target)).toBe(true);
    expect(await buildIfStale(root, target)).toBe(false);
    expect(countBuilds()).toBe(1);
  });

  it('compares content, not times', async () => {
    await buildIfStale(root, target);
    utimesSync(join(root, 'package/src/deep/one.ts'), 1, 1);
    expect(await buildIfStale(root, target)).toBe(false);
  });

  it.each([
    ['a changed file', () => write('package/src/deep/one.ts', 'two')],
    ['a new file', () => write('package/src/two.ts', '')],
    ['a file outside the package', () => write('shared.json', '{}')],
    ['a new name', () => renameSync(join(root, 'package/src/deep/one.ts'), join(root, 'package/src/one.ts'))],
    ['a missing output', () => rmSync(join(root, 'package/count.txt'))],
  ])('builds again after %s', async (_, change) => {
    await buildIfStale(root, target);
    change();
    expect(await buildIfStale(root, target)).toBe(true);
    expect(await buildIfStale(root, target)).toBe(false);
  });

  it('reports the output of a failed build, and retries it next time', async () => {
    write('package/build.mjs', "console.error('no such thing'); process.exit(1);");
    await expect(buildIfStale(root, target)).rejects.toThrow(/Building counter failed[^]*no such thing/);
    await expect(buildIfStale(root, target)).rejects.toThrow('failed');
  });
});
