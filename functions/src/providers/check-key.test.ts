import { ProviderSchema } from '@portal/contracts/generation-request';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkKey } from './check-key.ts';
import { CHECK_CASES } from './conformance/check-cases.ts';
import { startSandbox } from './testing/start-sandbox.ts';

const sandbox = await startSandbox();

beforeEach(() => sandbox.clear());

describe.each(ProviderSchema.options)('a check of %s', (provider) => {
  it.each(CHECK_CASES.filter((each) => each.provider === provider))(
    '$name, and pays nothing',
    async ({ check }) => {
      await check(sandbox.accessOf(provider));
      expect(await sandbox.count(provider)).toMatchObject({ received: 1, paid: 0 });
    },
  );

  it.each([
    [
      { kind: 'rate-limit', retryAfterSeconds: 7 },
      { kind: 'rate-limited', retryAfterSeconds: 7 },
    ],
    [{ kind: 'key-rejected' }, { kind: 'key-rejected' }],
    [{ kind: 'wrong-content' }, { kind: 'wrong-content' }],
  ])('reports %o as %o', async (fault, failure) => {
    await sandbox.addFault(provider, fault);
    const answer = await checkKey(provider, sandbox.accessOf(provider), new AbortController().signal);
    expect(answer).toMatchObject(failure);
  });

  it('ends after its timeout', async () => {
    await sandbox.addFault(provider, { kind: 'time-out' });
    const answer = await checkKey(provider, sandbox.accessOf(provider), AbortSignal.timeout(100));
    expect(answer).toMatchObject({ kind: 'timed-out' });
  });
});
