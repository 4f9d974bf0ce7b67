import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderAccess } from './call-provider.ts';
import type { AdapterCase } from './conformance/adapter-case.ts';
import { ADAPTER_CASES } from './conformance/adapter-cases.ts';
import { DESCRIBE_CASES } from './conformance/describe-cases.ts';
import { EDIT_CASES } from './conformance/edit-cases.ts';
import { describePicture } from './describe-picture.ts';
import { editImage } from './edit-image.ts';
import { generateImage } from './generate-image.ts';
import { DEFAULT_MODELS } from './model-registry.ts';
import { describeFailure, type ProviderAnswer } from './provider-answer.ts';
import { createDescribe } from './testing/create-describe.ts';
import { createEdit } from './testing/create-edit.ts';
import { createRequest } from './testing/create-request.ts';
import { startSandbox } from './testing/start-sandbox.ts';

const sandbox = await startSandbox();

beforeEach(() => sandbox.clear());

interface Subject {
  name: string;
  provider: Provider;
  cases: readonly AdapterCase[];
  call: (access: ProviderAccess, signal: AbortSignal) => Promise<ProviderAnswer<unknown>>;
}

const generating = ProviderSchema.options.map((provider): Subject => {
  const request = createRequest(provider);
  const { upstreamModel } = DEFAULT_MODELS[request.model];
  return {
    name: `${provider} generating`,
    provider,
    cases: ADAPTER_CASES.filter((each) => each.provider === provider),
    call: (access, signal) => generateImage(access, request, upstreamModel, signal),
  };
});

const editing = (['openai', 'google'] as const).map((provider): Subject => {
  const { upstreamModel } = DEFAULT_MODELS[`stylizer-${provider}`];
  return {
    name: `${provider} editing`,
    provider,
    cases: EDIT_CASES.filter((each) => each.provider === provider),
    call: async (access, signal) => editImage(access, provider, await createEdit(), upstreamModel, signal),
  };
});

const describing = (['openai', 'google'] as const).map((provider): Subject => {
  const { upstreamModel } = DEFAULT_MODELS[`keywords-${provider}`];
  return {
    name: `${provider} describing`,
    provider,
    cases: DESCRIBE_CASES.filter((each) => each.provider === provider),
    call: async (access, signal) =>
      describePicture(access, provider, await createDescribe(), upstreamModel, signal),
  };
});

describe.each([...generating, ...editing, ...describing])('$name', ({ provider, cases, call }) => {
  it.each([...cases])('$name, and charges $paidImages', async ({ paidImages, check }) => {
    await check(sandbox.accessOf(provider));
    expect(await sandbox.count(provider)).toMatchObject({ received: 1, paid: paidImages });
  });

  it.each([
    [{ kind: 'refusal' }, 'refused'],
    [{ kind: 'rate-limit', retryAfterSeconds: 7 }, 'rate-limited'],
    [{ kind: 'key-rejected' }, 'key-rejected'],
    [{ kind: 'server-error', status: 500 }, 'unavailable'],
    [{ kind: 'server-error', status: 504, paid: true }, 'timed-out'],
    [{ kind: 'time-out', paid: true }, 'timed-out'],
    [{ kind: 'reset', at: 'after' }, 'connection-lost'],
    [{ kind: 'truncate' }, 'broken-answer'],
    // Where an image is expected, JSON of any kind is the wrong content.
    [{ kind: 'broken-json' }, provider === 'stability' ? 'wrong-content' : 'broken-answer'],
    [{ kind: 'wrong-content' }, 'wrong-content'],
  ] as const)(
    'reports %o as %s, calls once, and never reports a charged call as free',
    async (fault, kind) => {
      await sandbox.addFault(provider, fault);
      const controller = new AbortController();
      const called = call(sandbox.accessOf(provider), controller.signal);
      if (fault.kind === 'time-out') {
        await vi.waitFor(async () =>
          expect(await sandbox.count(provider)).toMatchObject({ received: 1, paid: 1 }),
        );
        controller.abort();
      }
      const answer = await called;
      expect(answer).toMatchObject({ kind });
      if (fault.kind === 'rate-limit') expect(answer).toMatchObject({ retryAfterSeconds: 7 });
      const { received, paid } = await sandbox.count(provider);
      expect(received).toBe(1);
      if (paid > 0) expect(describeFailure(kind).charged).toBe(true);
    },
  );

  it('waits for a slow answer', async () => {
    await sandbox.addFault(provider, { kind: 'slow', ms: 300 });
    await cases[0]?.check(sandbox.accessOf(provider));
    expect(await sandbox.count(provider)).toMatchObject({ received: 1, paid: 1 });
  });
});

it('repeats a refused person generation without it, and pays once', async () => {
  await sandbox.addFault('google', { kind: 'refusal', reason: 'setting:personGeneration' }, { times: 1 });
  const { signal } = new AbortController();
  const request = createRequest('google');
  const answer = await generateImage(sandbox.accessOf('google'), request, 'gemini-nano-banana-2.1', signal);
  expect(answer).toMatchObject({ kind: 'made' });
  expect(await sandbox.count('google')).toMatchObject({ received: 2, paid: 1 });
});
