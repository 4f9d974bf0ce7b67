/** The keys are never printed, and never leave this process except for Secret Manager. */
import { readFileSync } from 'node:fs';
import { ProviderKeysSchema, type ProviderKeys } from '@portal/contracts/deployment';
import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import { parseJson } from '../parse-json.ts';
import { planFirstValue, PROVIDER_KEYS } from './secrets.ts';
import { SetupError, type Ask, type Setup, type Step } from './step.ts';

export const secretValue: Step = {
  title: 'Provider keys',
  plan: (setup) =>
    planFirstValue(setup, PROVIDER_KEYS, `store the provider keys in ${PROVIDER_KEYS}`, () =>
      obtainKeys(setup),
    ),
};

async function obtainKeys({ providerKeysFile, ask }: Setup): Promise<ProviderKeys> {
  if (providerKeysFile !== undefined) return readKeys(providerKeysFile);
  if (ask) return askForKeys(ask);
  throw new SetupError(
    `${PROVIDER_KEYS} has no value. Run this command in a terminal, or with --provider-keys FILE (docs/operations/settings.md#provider-keys).`,
  );
}

function readKeys(file: string): ProviderKeys {
  const { data, error } = ProviderKeysSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (data) return data;
  // Not zod's own text, which may quote what it found.
  const fields = error.issues.map(({ path }) => path.join('.') || 'the whole file');
  throw new SetupError(
    `${file} is invalid: ${[...new Set(fields)].join(', ')}. See docs/operations/settings.md.`,
  );
}

async function askForKeys(ask: Ask): Promise<ProviderKeys> {
  const keys: Record<string, string[]> = {};
  for (const [provider, name] of Object.entries(PROVIDER_TITLES)) {
    const answer = await ask(`${name} keys, separated by commas (Enter for none): `, { isHidden: true });
    keys[provider] = answer.split(',').filter((key) => key.trim() !== '');
  }
  const cloudName = await ask('Cloudinary cloud name: ');
  const apiKey = await ask('Cloudinary API key: ', { isHidden: true });
  const apiSecret = await ask('Cloudinary API secret: ', { isHidden: true });
  const { data } = ProviderKeysSchema.safeParse({ ...keys, cloudinary: { cloudName, apiKey, apiSecret } });
  if (data) return data;
  throw new SetupError('Cloudinary is required: cloud name, API key and API secret.');
}
