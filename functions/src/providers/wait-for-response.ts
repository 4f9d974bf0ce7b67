/** OpenAI responses that work in the background. Fetching one is free, so it is repeated. See docs/decisions/002. */
import { setTimeout as sleep } from 'node:timers/promises';
import type OpenAI from 'openai';
import { callProvider, type ProviderAccess } from './call-provider.ts';
import { openOpenai } from './open-openai.ts';
import type { ProviderAnswer } from './provider-answer.ts';
import type { FailureSigns } from './read-failure.ts';
import { isFinal, readResponse, readText, type TextResponse } from './text-answer.ts';

export interface ResponseAccess {
  access: ProviderAccess;
  signs: FailureSigns;
  signal: AbortSignal;
}

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 2000;
const PAUSE_GROWTH = 1.5;
const MAX_FETCH_MS = 15_000;
const MAX_CANCEL_MS = 5000;
/** Refusals in a row, such as 404, after which the response counts as lost. */
const MAX_REFUSALS = 3;
const REFUSALS: ReadonlySet<string> = new Set(['bad-request', 'key-rejected', 'refused']);

/** After that the next fetch is due. */
export const FIRST_PAUSE_MS = MIN_PAUSE_MS;

/**
 * Fetches the response until it is final, and cancels it when the time is over. Its work may be charged: a failure to fetch it is
 * not a failure that another key or attempt may repeat.
 */
export async function waitForResponse(
  using: ResponseAccess,
  id: string,
  firstPauseMs = 0,
): Promise<ProviderAnswer<string>> {
  let refusals = 0;
  for (
    let pause = firstPauseMs;
    ;
    pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pause * PAUSE_GROWTH))
  ) {
    if (!(await sleepWithin(using.signal, pause))) return cancelResponse(using, id);
    const signal = AbortSignal.any([using.signal, AbortSignal.timeout(MAX_FETCH_MS)]);
    const fetched = await ask({ ...using, signal }, (client) => client.responses.retrieve(id));
    if (fetched.kind === 'made' && isFinal(fetched.made)) return readText(fetched.made);
    refusals = REFUSALS.has(fetched.kind) ? refusals + 1 : 0;
    if (fetched.kind !== 'made' && refusals === MAX_REFUSALS) {
      return { kind: 'connection-lost', detail: fetched.detail };
    }
  }
}

/** Deletes a response whose result is stored here: by default the provider keeps it for 30 days. */
export const deleteResponse = (using: ResponseAccess, id: string): Promise<ProviderAnswer<undefined>> =>
  callProvider({
    ...using,
    contentType: /json/,
    make: async (fetch) => {
      await (await openOpenai(using.access, fetch)).responses.delete(id);
      return { kind: 'made', made: undefined };
    },
  });

/** It may have ended meanwhile. */
async function cancelResponse(using: ResponseAccess, id: string): Promise<ProviderAnswer<string>> {
  const signal = AbortSignal.timeout(MAX_CANCEL_MS);
  const cancelled = await ask({ ...using, signal }, (client) => client.responses.cancel(id));
  return cancelled.kind === 'made' && cancelled.made.status === 'completed'
    ? readText(cancelled.made)
    : {
        kind: 'timed-out',
        detail: `the response was ${cancelled.kind === 'made' ? 'canceled' : 'abandoned'}`,
      };
}

const ask = (
  using: ResponseAccess,
  send: (client: OpenAI) => Promise<unknown>,
): Promise<ProviderAnswer<TextResponse>> =>
  callProvider({
    ...using,
    contentType: /json/,
    make: async (fetch) => ({
      kind: 'made',
      made: readResponse(await send(await openOpenai(using.access, fetch))),
    }),
  });

/** Returns false if the signal came first. */
const sleepWithin = (signal: AbortSignal, ms: number): Promise<boolean> =>
  sleep(ms, !signal.aborted, { signal }).catch(() => false);
