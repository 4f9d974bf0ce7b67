/** Stops workers at a commit: its answer is held back. */
import { z } from 'zod';
import { config } from '../config.ts';

const HOLDS = `http://${config.firestoreAddress}/emulator/v1/projects/${config.projectId}:holdCommits`;

/** Holds the answers to commits that leave this state in a document whose path matches, until `releaseCommits`. */
export const holdCommits = (documents: string, state: string): Promise<unknown> =>
  fetch(HOLDS, { method: 'PUT', body: JSON.stringify({ documents, field: 'state', value: state }) });

export const releaseCommits = (): Promise<unknown> => fetch(HOLDS, { method: 'DELETE' });

/** Commits whose answers are held back now. */
export async function countHeldCommits(): Promise<number> {
  const answer = await fetch(HOLDS);
  return z.object({ held: z.number() }).parse(await answer.json()).held;
}
