/** Sends a person's batches, and sends them again with the same key if there is no answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest } from '../support/generator.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { makeJob, makeLane, postJob, readStarted } from '../support/pipelines.ts';
import { sendForm, type UploadAddress } from '../support/send-pictures.ts';
import type { Submission, Work } from './plan-phase.ts';
import { makeMark } from './random.ts';
import type { LoadedTool } from './open-page.ts';

/** Each pause is twice as long. */
const FIRST_PAUSE_MS = 1000;
const TIMEOUT_MS = 60_000;
const MAX_TRIES = 8;
/** A job that starts later is started by a worker. */
const START_LATER_MS = 2000;

export const TOOLS: Record<Work['kind'], LoadedTool> = {
  generate: 'image-generator',
  keywords: 'keyword-generator',
  stylize: 'stylizer',
  upscale: 'upscale',
  job: 'image-generator',
};

export interface Submitted {
  key: string;
  person: number;
  /** Of the batch or job; undefined if it was refused. */
  id: string | undefined;
  isJob: boolean;
  /** Requests. */
  tries: number;
  /** Status of each answer; 0 without one. */
  statuses: number[];
  ms: number;
}

type Send = () => Promise<{ status: number; body: unknown }>;

const FORMS: Record<'keywords' | 'stylize' | 'upscale', [UploadAddress, Record<string, string>]> = {
  keywords: ['/api/keyword-generator/analyze', {}],
  stylize: ['/api/stylizer/transform', { preset: 'synthwave' }],
  upscale: ['/api/upscale/multiple', { scale: '2' }],
};

/** Every prompt and picture has its own mark, by which the sandbox counts calls. */
async function prepare(as: Account, { key, work, quantity }: Submission): Promise<Send> {
  const headers = { 'Idempotency-Key': key };
  const marks = Array.from({ length: quantity }, (_, index) => makeMark(`${key}/${index}`));
  const prompts = marks.map((mark) => ({ prompt: `a paper boat ${mark}` }));
  if (work.kind === 'generate') {
    const { provider, isHalfPrice } = work;
    const body = makeRequest(provider, { prompts, quantity, ...(isHalfPrice && { isHalfPrice }) });
    return () => callApi('POST', '/api/image-generator/generate', { as, body, headers });
  }
  if (work.kind === 'job') {
    const job = makeJob([], {
      lanes: [makeLane('xai')],
      // The stage of keywords knows a picture by its name.
      prompts: prompts.map((each, index) => ({ ...each, name: makeMark(`${key}/${index}/keywords`) })),
      startAt: new Date(Date.now() + START_LATER_MS).toISOString(),
    });
    return () => postJob(as, job, headers);
  }
  const pictures = await Promise.all(
    marks.map(async () => {
      const bytes = await drawPicture();
      return { name: `${digestOf(bytes)}.png`, bytes };
    }),
  );
  const [path, fields] = FORMS[work.kind];
  return () => sendForm(as, path, pictures, fields, headers);
}

/** Until it is accepted or refused. */
export async function submit(as: Account, submission: Submission): Promise<Submitted> {
  const { key, person, work } = submission;
  const send = await prepare(as, submission);
  const isJob = work.kind === 'job';
  const statuses: number[] = [];
  const startedAt = performance.now();
  const describe = (id: string | undefined): Submitted => ({
    key,
    person,
    id,
    isJob,
    tries: statuses.length,
    statuses,
    ms: performance.now() - startedAt,
  });
  while (statuses.length < MAX_TRIES) {
    const answer = await trySending(send);
    statuses.push(answer.status);
    if (answer.status === 202) {
      return describe(isJob ? readStarted(answer.body) : BatchStartedSchema.parse(answer.body).batchId);
    }
    if (answer.status >= 400 && answer.status < 500) break;
    await sleep(FIRST_PAUSE_MS * 2 ** (statuses.length - 1));
  }
  return describe(undefined);
}

/** Status 0 if the connection was lost, or the answer is none of the API's. */
async function trySending(send: Send): Promise<{ status: number; body: unknown }> {
  const none = { status: 0, body: undefined };
  return Promise.race([send().catch(() => none), sleep(TIMEOUT_MS, none, { ref: false })]);
}
