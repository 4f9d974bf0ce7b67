import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import type { ProviderAccess } from '../call-provider.ts';
import { checkKey } from '../check-key.ts';
import { expectMade, failureCase, MAX_CALL_MS, type AdapterCase } from './adapter-case.ts';

const call = (provider: Provider, access: ProviderAccess) =>
  checkKey(provider, access, AbortSignal.timeout(MAX_CALL_MS));

export const CHECK_CASES: AdapterCase[] = ProviderSchema.options.flatMap((provider) => [
  {
    name: 'accepts a valid key',
    provider,
    paidImages: 0,
    dollars: 0,
    check: async (access) => {
      expectMade(await call(provider, access));
    },
  },
  failureCase(provider, 'rejects an invalid key', 'key-rejected', (access) =>
    call(provider, { ...access, apiKey: 'no-such-key' }),
  ),
]);
