import type { Account } from '../support/accounts.ts';
import { makeLane, startJob, waitForJob } from '../support/pipelines.ts';

const TIMEOUT_MS = 400_000;

/** Makes a job of 500 prompts for two models through the real queues. Returns its id. */
export async function makeThousand(artist: Account): Promise<string> {
  const prompts = Array.from({ length: 500 }, (_, index) => ({ prompt: `a fox of a job, picture ${index}` }));
  const lanes = [makeLane('stability'), makeLane('xai')];
  const id = await startJob(artist, { lanes, stages: {}, prompts });
  await waitForJob(artist, id, undefined, TIMEOUT_MS);
  return id;
}
