/** Jobs of many pictures in several stages. */
import { PipelineSchema, type Pipeline } from '@portal/contracts/pipelines';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { makeRequest, type ProviderName } from './generator.ts';

const POLL_INTERVAL_MS = 500;
/** A lost worker's lease ends after minutes. */
const MAX_JOB_MS = 400_000;
const StartedSchema = z.object({ success: z.literal(true), pipelineId: z.string() });

/** A model with its options. */
export function makeLane(provider: ProviderName): Record<string, unknown> {
  const { prompt: _, quantity: __, ...settings } = makeRequest(provider);
  return settings;
}

export const makeJob = (prompts: readonly string[], overrides: object = {}) => ({
  lanes: [makeLane('xai')],
  stages: { keywords: {} },
  prompts: prompts.map((prompt) => ({ prompt })),
  ...overrides,
});

export const postJob = (as: Account, job: object, headers: Record<string, string> = {}) =>
  callApi('POST', '/api/pipelines', { as, body: job, headers });

export async function startJob(as: Account, job: object): Promise<string> {
  const answer = await postJob(as, job);
  if (answer.status !== 202) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return StartedSchema.parse(answer.body).pipelineId;
}

export const readStarted = (body: unknown): string => StartedSchema.parse(body).pipelineId;

export const readJob = async (as: Account, id: string): Promise<Pipeline> =>
  PipelineSchema.parse((await callApi('GET', `/api/pipelines/${id}`, { as })).body);

export async function waitForJob(
  as: Account,
  id: string,
  isWanted: (job: Pipeline) => boolean = hasEnded,
): Promise<Pipeline> {
  const giveUpAt = Date.now() + MAX_JOB_MS;
  for (;;) {
    const job = await readJob(as, id);
    if (isWanted(job)) return job;
    if (Date.now() > giveUpAt) throw new Error(`Job ${id} is ${JSON.stringify(job)}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

const hasEnded = ({ batches }: Pipeline): boolean =>
  batches.length > 0 && batches.every(({ endedAt }) => endedAt !== null);

export const changeJob = (as: Account, id: string, change: 'cancel' | 'retry' | 'choose', body?: object) =>
  callApi('POST', `/api/pipelines/${id}/${change}`, { as, body });
