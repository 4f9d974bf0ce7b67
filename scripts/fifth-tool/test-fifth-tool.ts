/** Adds a fifth tool to a copy of the repository as docs/add-a-tool.md describes, and tests it there. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository } from '../copy-repository.ts';
import { printSuite, type SuiteResult } from '../test/report.ts';
import { repositoryRoot } from '../test/run-command.ts';
import { applyEdit, EDITS } from './edits.ts';
import type * as TestCopy from './test-copy.ts';

const copy = join(repositoryRoot, '.build/fifth-tool');

export async function testFifthTool(): Promise<SuiteResult> {
  const startedAt = performance.now();
  try {
    copyRepository(repositoryRoot, copy);
    cpSync(join(import.meta.dirname, 'fixture'), copy, { recursive: true });
    for (const edit of EDITS) applyEdit(copy, edit);
    // Loaded from the copy, so that it builds, starts and tests the copy.
    const { testCopy }: typeof TestCopy = await import(join(copy, 'scripts/fifth-tool/test-copy.ts'));
    return await testCopy();
  } catch (error) {
    const failed = { name: 'fifth tool', passed: 0, failed: 1, skipped: [] };
    return printSuite(failed, startedAt, error instanceof Error ? error.message : String(error));
  }
}
