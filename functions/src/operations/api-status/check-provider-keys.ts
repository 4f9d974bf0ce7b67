import type { Provider } from '@portal/contracts/generation-request';
import { readProviderSettings } from '../../platform/config/config.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { checkKey } from '../../providers/check-key.ts';
import { findChange, saveKeyStates, type KeyChange } from '../../providers/key-states.ts';

const TIMEOUT_MS = 10_000;

/** Checks each key with a free call and notes the result. A key without an answer keeps its state. */
export async function checkProviderKeys({ firestore }: Deps, provider: Provider): Promise<void> {
  const { baseUrl, keys } = readProviderSettings(provider);
  if (keys.length === 0) return;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const changes = new Map<string, KeyChange>();
  await Promise.all(
    keys.map(async (apiKey) => {
      const answer = await checkKey(provider, { baseUrl, apiKey, fetch }, signal);
      const change = answer.kind === 'made' ? 'works' : findChange(answer);
      if (change) changes.set(apiKey, change);
    }),
  );
  if (changes.size === 0) {
    throw new AppError('unavailable', `${provider} did not answer.`, {
      userMessage: 'The provider did not answer. Please try again later.',
    });
  }
  await saveKeyStates(firestore, provider, changes, new Date());
}
