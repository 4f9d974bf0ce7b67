import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import type { ProviderAccess } from '../call-provider.ts';
import { checkKey } from '../check-key.ts';
import { expectMade, failureCase, MAX_CALL_MS, type AdapterCase } from './adapter-case.ts';

const call = (provider: Provider, access: ProviderAccess) =>
  checkKey(provider, access, AbortSignal.timeout(MAX_CALL_MS));

export const CHECK_CASES: AdapterCase[] = ProviderSchema.options.flatMap((provider) => [
  {
    name: 'finds that a key works',
    provider,
    paidImages: 0,
    dollars: 0,
    check: async (access) => {
      expectMade(await call(provider, access));
    },
  },
  failureCase(provider, 'finds that a key does not work', 'key-rejected', (access) =>
    call(provider, { ...access, apiKey: 'no-such-key' }),
  ),
]);
