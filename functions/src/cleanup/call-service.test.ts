import { expect, test } from 'vitest';
import { MediaError } from '../media/media-error.ts';
import { LimitReached, makeCallPacer } from './call-pacer.ts';
import { makeServiceCalls } from './call-service.ts';

const HOUR_MS = 60 * 60 * 1000;

function start(stop = new AbortController().signal) {
  const pacer = makeCallPacer([]);
  return makeServiceCalls(pacer, stop, () => Promise.resolve());
}

const answer = (remaining: number, resetAt: Date) => () =>
  Promise.resolve({ value: 'done', limit: { allowed: 1000, remaining, resetAt } });

const refuse = (status: number | undefined, reason: string) => () =>
  Promise.reject(new MediaError('list resources', status, reason));

async function findWait(work: Promise<unknown>): Promise<Date> {
  const error: unknown = await work.catch((failure: unknown) => failure);
  if (error instanceof LimitReached) return error.until;
  throw new Error(`It was no limit: ${String(error)}`);
}

test('when the service allows no more, it is waited for as long as the service says [D-media.14]', async () => {
  const soon = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
  for (const said of [soon.toUTCString(), soon.toISOString().replace('T', ' ').replace('.000Z', ' UTC')]) {
    const wait = await findWait(start()(refuse(420, `Rate Limit Exceeded. Try again on ${said}`)));
    expect(wait).toEqual(soon);
  }
  const call = start();
  expect(await call(answer(900, soon))).toBe('done');
  expect(await findWait(call(refuse(429, 'Too many')))).toEqual(soon);
  const unsaid = await findWait(start()(refuse(420, 'Slow down')));
  expect(unsaid.getTime()).toBeGreaterThan(Date.now() + 30_000);
});

test('what cannot succeed later is not tried again', async () => {
  let calls = 0;
  const call = () => {
    calls += 1;
    return refuse(401, 'Unknown key')();
  };
  await expect(start()(call)).rejects.toMatchObject({ status: 401 });
  expect(calls).toBe(1);
});

test('who is to stop does not wait for an answer, nor for another try', async () => {
  const controller = new AbortController();
  const call = start(controller.signal);
  const working = call((signal) => {
    controller.abort();
    return signal.aborted ? refuse(undefined, 'it took too long')() : new Promise<never>(() => undefined);
  });
  await expect(working).rejects.toThrow('aborted');
  await expect(call(answer(1, new Date()))).rejects.toThrow('aborted');
});
