import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Call } from '../control/calls.ts';
import { performCall, type CallControl, type Plan } from '../control/perform-call.ts';
import { performInBackground } from '../control/perform-in-background.ts';
import { RejectedRequest, type Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { sendReply } from '../http/send-reply.ts';
import type { PictureRenderer } from '../pictures/picture-renderer.ts';
import { stylePicture } from '../pictures/style-picture.ts';
import { readLine, writeAnswer } from '../texts/write-answer.ts';
import { asksForPrompts, writePrompts } from '../texts/write-prompts.ts';
import type { CheckJob, DescribeJob, ImageJob, ProviderApi } from './provider-api.ts';

/** Serves a call to an image provider: checks the key, reads the job, does the work. Rejected calls are counted but never charged. */
export async function serveImages(
  {
    control,
    renderer,
    knownKeys,
  }: { control: CallControl; renderer: PictureRenderer; knownKeys: readonly string[] },
  api: ProviderApi,
  incoming: HttpRequest,
  response: ServerResponse,
): Promise<void> {
  const { provider, errors } = api;
  const key = api.readKey(incoming);
  try {
    if (!knownKeys.includes(key)) throw new RejectedRequest(errors.keyRejected(key));
    const job = await api.readJob(incoming);
    const { operation } = job;
    const plan: Plan = {
      provider,
      operation,
      prompt: labelCall(job),
      key,
      errors: job.operation === 'describe' ? job.errors : errors,
      work: (call, charge, scriptedText) => doWork(renderer, job, call, charge, scriptedText),
    };
    if (job.operation === 'describe' && job.openBackground) {
      await performInBackground(control, plan, job.openBackground, response);
    } else await performCall(control, plan, response);
  } catch (error) {
    if (!(error instanceof RejectedRequest)) throw error;
    const operation = api.findOperation?.(incoming) ?? 'generate';
    const call = control.calls.receive(provider, operation, '', key);
    control.calls.finish(call, error.answer.status, await sendReply(response, error.answer));
  }
}

const isFree = (job: ImageJob | DescribeJob | CheckJob): job is CheckJob =>
  job.operation === 'check' || job.operation === 'fetch';

/** The prompts of edits and questions are alike: file name and digest of the image identify the call, or its theme. */
export function labelCall(job: ImageJob | DescribeJob | CheckJob): string {
  if (isFree(job)) return '';
  if (job.operation === 'describe') {
    const { request } = job.prompt;
    return job.picture
      ? `File name: ${readLine(request, 'File name')} ${labelBytes(job.picture)}`
      : `Theme: ${readLine(request, 'Theme')}`;
  }
  const { picture, original } = job;
  return original ? `${picture.prompt} ${labelBytes(original)}` : picture.prompt;
}

const labelBytes = (bytes: Buffer) => `[${createHash('sha256').update(bytes).digest('hex')}]`;

export async function doWork(
  renderer: PictureRenderer,
  job: ImageJob | DescribeJob | CheckJob,
  call: Call,
  charge: () => void,
  scriptedText: string | undefined,
): Promise<Reply> {
  if (isFree(job)) return job.answer;
  return job.operation === 'describe'
    ? describe(job, charge, scriptedText)
    : makeImage(renderer, job, call, charge);
}

const NO_PICTURE = Buffer.alloc(0);

function describe(
  { picture, prompt, schema, answer }: DescribeJob,
  charge: () => void,
  scriptedText: string | undefined,
): Reply {
  const write = () =>
    asksForPrompts(schema) ? writePrompts(prompt) : writeAnswer(picture ?? NO_PICTURE, prompt, schema);
  const text = scriptedText ?? write();
  charge();
  return answer(text);
}

/** Distance between the seeds of calls that name none, small enough to stay within 32 bits. */
const SEED_STEP = 7_919;

async function makeImage(
  renderer: PictureRenderer,
  job: ImageJob,
  call: Call,
  charge: () => void,
): Promise<Reply> {
  const seed = job.seed ?? call.number * SEED_STEP;
  const bytes = await (job.original
    ? stylePicture(job.original, job.picture)
    : renderer.render({ ...job.picture, seed: String(seed) }));
  charge();
  return job.answer(bytes, seed);
}
