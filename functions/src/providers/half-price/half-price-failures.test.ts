import { HALF_PRICE_PROVIDERS } from '@portal/contracts/half-price';
import { describe, expect, it } from 'vitest';
import { createRequest } from '../testing/create-request.ts';
import {
  collectPictures,
  createGenerateWork,
  createProviderBatch,
  expectMade,
  PROMPTS,
  startBatchSandbox,
  waitForState,
} from '../testing/half-price.ts';
import { openHalfPrice } from './open-half-price.ts';

const { sandbox, signal, since } = await startBatchSandbox();

describe.each(HALF_PRICE_PROVIDERS)('%s', (provider) => {
  const adapter = openHalfPrice(provider, sandbox.accessOf(provider));
  const generate = () => createGenerateWork(provider, PROMPTS);

  it.each([
    [{ kind: 'reset', at: 'after' }, 'connection-lost', true],
    [{ kind: 'server-error', status: 503, paid: true }, 'unavailable', true],
    [{ kind: 'broken-json' }, 'broken-answer', true],
    [{ kind: 'reset', at: 'before' }, 'connection-lost', false],
  ] as const)('after %o, which answers %s, finds the batch: %s', async (fault, kind, isCreated) => {
    await sandbox.addFault(provider, fault, { match: { operation: 'batch-create' }, times: 1 });
    expect(await adapter.create('job-1', generate(), signal)).toMatchObject({ kind });
    const found = expectMade<string | undefined>(await adapter.find('job-1', since, signal));
    expect(found !== undefined).toBe(isCreated);
    if (found === undefined) return;
    await waitForState(adapter, found, 'completed');
    expect((await collectPictures(adapter, found)).answers).toHaveLength(4);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 4 });
  });

  it('reports what each line failed with, and reads the others', async () => {
    const match = (promptIncludes: string) => ({ match: { promptIncludes } });
    await sandbox.addFault(provider, { kind: 'refusal' }, match('red'));
    await sandbox.addFault(provider, { kind: 'rate-limit', retryAfterSeconds: 1 }, match('blue'));
    await sandbox.addFault(provider, { kind: 'server-error', status: 504 }, match('green'));
    const name = await createProviderBatch(adapter, generate());
    await waitForState(adapter, name, 'completed');
    expect((await collectPictures(adapter, name)).answers).toMatchObject([
      [0, { kind: 'refused' }],
      [1, { kind: 'rate-limited' }],
      [2, { kind: 'unavailable' }],
      [3, { kind: 'made' }],
    ]);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 1 });
  });

  it('cancels what is not made, and reads what is', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    const name = await createProviderBatch(adapter, generate());
    await sandbox.controlBatches({ do: 'advance', lines: 1 });
    expect(await adapter.cancel(name, signal)).toEqual({ kind: 'made', made: undefined });
    expect(await adapter.read(name, signal)).toMatchObject({ made: { state: 'running' } });
    await sandbox.controlBatches({ do: 'advance' });
    await waitForState(adapter, name, 'cancelled');
    const kinds = (await collectPictures(adapter, name)).answers.map(([, { kind }]) => kind);
    expect(kinds).toEqual(provider === 'openai' ? ['made', 'cancelled', 'cancelled', 'cancelled'] : ['made']);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 1 });
    expect(await adapter.cancel(name, signal)).toEqual({ kind: 'made', made: undefined });
  });

  it.each([
    [{ kind: 'reset', at: 'mid-body' }, 'connection-lost'],
    [{ kind: 'truncate' }, 'broken-answer'],
    [{ kind: 'wrong-content' }, 'wrong-content'],
    [{ kind: 'rate-limit', retryAfterSeconds: 7 }, 'rate-limited'],
  ] as const)('after %o during the download reports %s, and reads all the next time', async (fault, kind) => {
    const name = await createProviderBatch(adapter, generate());
    await waitForState(adapter, name, 'completed');
    const whole = await collectPictures(adapter, name);
    await sandbox.addFault(provider, fault, { match: { operation: 'batch-results' }, times: 1 });
    const broken = await collectPictures(adapter, name);
    expect(broken.failure).toMatchObject({ kind });
    // What was read before is valid.
    for (const answer of broken.answers) expect(whole.answers).toContainEqual(answer);
    expect(await collectPictures(adapter, name)).toEqual(whole);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 4 });
  });

  it.each([
    [
      { kind: 'rate-limit', retryAfterSeconds: 7 },
      { kind: 'rate-limited', retryAfterSeconds: 7 },
    ],
    [{ kind: 'key-rejected' }, { kind: 'key-rejected' }],
    [{ kind: 'server-error', status: 500 }, { kind: 'unavailable' }],
    [{ kind: 'wrong-content' }, { kind: 'wrong-content' }],
  ] as const)('reports %o of a reading as %o', async (fault, expected) => {
    const name = await createProviderBatch(adapter, generate());
    await sandbox.addFault(provider, fault, { match: { operation: 'batch' } });
    expect(await adapter.read(name, signal)).toMatchObject(expected);
    expect(await adapter.find('job-1', since, signal)).toMatchObject(expected);
    expect(await adapter.create('job-2', generate(), signal)).toMatchObject(
      fault.kind === 'wrong-content' && provider === 'google' ? { kind: 'broken-answer' } : expected,
    );
  });

  it('throws what the source of its lines throws', async () => {
    const lines = (async function* () {
      await Promise.resolve();
      yield* [];
      throw new Error('no storage');
    })();
    const work = { kind: 'generate', upstreamModel: 'any', lines } as const;
    await expect(adapter.create('job-1', work, signal)).rejects.toThrow('no storage');
    await expect(adapter.create('job-1', { ...work, lines: [] }, signal)).rejects.toThrow('1 to 100 lines');
  });

  it('refuses an unknown model', async () => {
    const created = await adapter.create('job-1', { ...generate(), upstreamModel: 'no-such-model' }, signal);
    if (provider === 'google') return expect(created).toMatchObject({ kind: 'bad-request' });
    const name = expectMade<string>(created);
    await waitForState(adapter, name, 'completed');
    const { answers } = await collectPictures(adapter, name);
    return expect(answers.map(([, { kind }]) => kind)).toEqual(Array(4).fill('bad-request'));
  });
});

describe.each([...HALF_PRICE_PROVIDERS])('%s, with results in a file', (provider) => {
  const adapter = openHalfPrice(provider, sandbox.accessOf(provider));
  const generate = () => createGenerateWork(provider, PROMPTS);

  it('reads damaged pictures as failures of their lines', async () => {
    await sandbox.addFault(provider, { kind: 'truncate' }, { match: { promptIncludes: 'red' } });
    const name = await createProviderBatch(adapter, generate());
    await waitForState(adapter, name, 'completed');
    const { answers, failure } = await collectPictures(adapter, name);
    expect(failure).toBeUndefined();
    expect(answers[0]).toMatchObject([0, { kind: provider === 'openai' ? 'broken-answer' : 'unavailable' }]);
    expect(answers[1]).toMatchObject([1, { kind: 'made' }]);
  });

  it('says that lines of an expired batch were not made', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    const name = await createProviderBatch(adapter, generate());
    await sandbox.controlBatches({ do: 'advance', lines: 2 });
    expect(await adapter.read(name, signal)).toMatchObject({
      made: { state: 'running', counts: { made: 2 } },
    });
    expect((await collectPictures(adapter, name)).answers).toEqual([]);
    await sandbox.advanceClock((provider === 'openai' ? 24 : 48) * 60 * 60);
    await waitForState(adapter, name, 'expired');
    const { answers, failure } = await collectPictures(adapter, name);
    expect(failure).toBeUndefined();
    // Gemini has no results of expired batches.
    expect(answers.map(([, { kind }]) => kind)).toEqual(
      provider === 'openai' ? ['made', 'made', 'expired', 'expired'] : [],
    );
  });

  it('says that results are lost once they have expired', async () => {
    const name = await createProviderBatch(adapter, generate());
    await waitForState(adapter, name, 'completed');
    // OpenAI's are kept as long as the portal asks for.
    await sandbox.advanceClock((provider === 'openai' ? 72 : 48) * 60 * 60 - 60);
    expect((await collectPictures(adapter, name)).answers).toHaveLength(4);
    await sandbox.advanceClock(120);
    expect(await collectPictures(adapter, name)).toMatchObject({ answers: [], failure: { kind: 'lost' } });
  });
});

it.each([...HALF_PRICE_PROVIDERS])('notices that the results of %s lack a line', async (provider) => {
  const access = sandbox.accessOf(provider);
  const name = await createProviderBatch(
    openHalfPrice(provider, access),
    createGenerateWork(provider, PROMPTS),
  );
  await waitForState(openHalfPrice(provider, access), name, 'completed');
  const cuttingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!response.headers.get('content-type')?.includes('octet-stream')) return response;
    const lines = (await response.text()).trimEnd().split('\n');
    return new Response(lines.slice(0, -1).join('\n'), { headers: response.headers });
  };
  const { answers, failure } = await collectPictures(
    openHalfPrice(provider, { ...access, fetch: cuttingFetch }),
    name,
  );
  expect(answers).toHaveLength(3);
  expect(failure).toMatchObject({ kind: 'broken-answer', detail: '3 of 4 lines' });
});

it('says why OpenAI did not accept a batch', async () => {
  const adapter = openHalfPrice('openai', sandbox.accessOf('openai'));
  const line = { index: 0, request: createRequest('openai') };
  const work = { kind: 'generate', upstreamModel: 'gpt-image-2.5-flare', lines: [line, line] } as const;
  const name = await createProviderBatch(adapter, work);
  const batch = await waitForState(adapter, name, 'failed');
  expect(batch.detail).toContain('not unique');
  expect(await collectPictures(adapter, name)).toEqual({ answers: [], failure: undefined });
  expect(await sandbox.count('openai')).toMatchObject({ paid: 0 });
});
