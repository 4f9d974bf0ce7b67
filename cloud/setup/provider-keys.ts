/** The keys are never printed, and never leave this process except for Secret Manager. */
import { readFileSync } from 'node:fs';
import { ProviderKeysSchema, type ProviderKeys } from '@portal/contracts/deployment';
import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { NO_CHANGES, oneChange, SetupError, type Ask, type Setup, type Step } from './step.ts';

export const SECRET = 'PROVIDER_KEYS';
const HOST = 'secretmanager.googleapis.com/v1';

const VersionsSchema = z.object({ versions: z.array(z.object({ state: z.string() })).default([]) });

/** Its own step: roles on the secret do not need a value. */
export const secret: Step = {
  title: 'Secret',
  async plan({ google, project }) {
    if (await google.read(z.object({}), `${HOST}/projects/${project}/secrets/${SECRET}`)) return NO_CHANGES;
    return oneChange(`create the secret ${SECRET}`, () =>
      google.call('POST', `${HOST}/projects/${project}/secrets?secretId=${SECRET}`, {
        replication: { automatic: {} },
        // Or `functions:secrets:set` asks first whether to manage the secret. Not 'functions', which the CLI itself writes:
        // `functions:secrets:prune` does not find that (`pruneSecrets` in firebase-tools lib/functions/secrets.js).
        labels: { 'firebase-managed': 'true' },
      }),
    );
  },
};

/** Only the first value: `npm run firebase -- functions:secrets:set` changes it. */
export const secretValue: Step = {
  title: 'Provider keys',
  async plan(setup) {
    const { google, project } = setup;
    const path = `${HOST}/projects/${project}/secrets/${SECRET}`;
    const found = await google.read(VersionsSchema, `${path}/versions`);
    if (found?.versions.some(({ state }) => state === 'ENABLED')) return NO_CHANGES;
    return oneChange(`store the provider keys in ${SECRET}`, async () => {
      const data = Buffer.from(JSON.stringify(await obtainKeys(setup))).toString('base64');
      await google.call('POST', `${path}:addVersion`, { payload: { data } });
    });
  },
};

async function obtainKeys({ providerKeysFile, ask }: Setup): Promise<ProviderKeys> {
  if (providerKeysFile !== undefined) return readKeys(providerKeysFile);
  if (ask) return askForKeys(ask);
  throw new SetupError(
    `${SECRET} has no value. Run this command in a terminal, or with --provider-keys FILE (docs/operations/settings.md#provider-keys).`,
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
