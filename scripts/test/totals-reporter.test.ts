import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { repositoryRoot } from './run-command.ts';
import { runVitest } from './run-vitest.ts';

const SUITE = `
  import { expect, it } from 'vitest';
  it('passes', () => expect(1).toBe(1));
  it('fails', () => expect(1).toBe(2));
  it('needs what is missing', (context) => context.skip('A program is not installed.'));
  it('needs it too', (context) => context.skip('A program is not installed.'));
  it.skip('says nothing', () => expect(1).toBe(1));
`;

it('counts skipped tests by their reasons, and those without one as failed', async () => {
  const folder = mkdtempSync(join(repositoryRoot, '.build/totals-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'some.test.ts'), SUITE);
  const { passed, failed, skipped } = await runVitest('some', ['--root', folder]);
  expect({ passed, failed, skipped }).toEqual({
    passed: 1,
    failed: 2,
    skipped: ['A program is not installed.', 'A program is not installed.'],
  });
});
