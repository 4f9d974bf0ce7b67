/** Tests that need a program that neither Node nor npm brings. */
import type { TestContext } from 'vitest';
import { config } from './config.ts';
import { findProgram } from './find-program.ts';

/** Skips a test for a reason that `npm test` lists. Where the program is required, as in CI, the test fails instead. */
export function skipBecause(context: TestContext, program: string, reason: string): void {
  if (config.requiredPrograms.includes(program)) throw new Error(reason);
  context.skip(reason);
}

/** For `beforeEach`. */
export function skipWithoutExiftool(context: TestContext): void {
  if (findProgram('exiftool')) return;
  skipBecause(context, 'exiftool', 'exiftool is not installed (apt-get install libimage-exiftool-perl).');
}
