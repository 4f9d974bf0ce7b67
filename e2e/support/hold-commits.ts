/** Stops workers at a commit: its answer is held back. */
import type { TestContext } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';

const HOLDS = `http://${config.firestoreAddress}/emulator/v1/projects/${config.projectId}:holdCommits`;

/** For `beforeEach`. Google's emulator (EMULATORS=official) has no such control. */
export const skipWithoutHolds = (context: TestContext): Promise<void> =>
  skipWithOfficialEmulator(context, "Google's Firestore emulator holds no commits.");

/** For tests that start so much at once that Google's emulator gives up on locks: the API then says that it is busy. */
export const skipWithLocks = (context: TestContext): Promise<void> =>
  skipWithOfficialEmulator(context, "Google's Firestore emulator gives up on locks.");

export async function skipWithOfficialEmulator(context: TestContext, reason: string): Promise<void> {
  if (!(await fetch(HOLDS)).ok) context.skip(reason);
}

/** Holds the answers to commits that leave this value in a document whose path matches, until `releaseCommits`. */
export async function holdCommits(documents: string, value: string, field = 'state'): Promise<void> {
  const { status } = await fetch(HOLDS, { method: 'PUT', body: JSON.stringify({ documents, field, value }) });
  if (status !== 200) throw new Error(`The emulator answered ${status}: it holds no commits.`);
}

export const releaseCommits = (): Promise<unknown> => fetch(HOLDS, { method: 'DELETE' });

/** Commits whose answers are held back now. */
export async function countHeldCommits(): Promise<number> {
  const answer = await fetch(HOLDS);
  return z.object({ held: z.number() }).parse(await answer.json()).held;
}
