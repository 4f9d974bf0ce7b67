import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import { makeRequest, providerNames, startBatch, waitForBatches } from '../support/generator.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';
import { BATCHES, GENERATOR, newPrompt, pathOf } from '../support/api-files.ts';

/** What the portal signs in with at the sandbox; the media service's API key is part of its links, its secret is not. */
const SECRET = /sandbox-(openai|google|stability|xai)-key|sandbox-cloudinary-secret/;

/** For so long workers believe what they have read about the keys. */
const KEYS_KNOWN_MS = 2000;

afterEach(async () => {
  await clearFaults();
  const keys = await firestore.collection('providerKeys').get();
  await Promise.all(keys.docs.map((provider) => provider.ref.delete()));
  await sleep(KEYS_KNOWN_MS);
});

test('no answer holds a key, not even of a provider that rejects one and quotes it [D-providers.5]', async () => {
  await setLatency(0);
  const artist = await signIn(newEmail());
  const prompt = newPrompt('rejected');
  await addFaults(
    ...providerNames.map((provider) => ({
      provider,
      match: { promptIncludes: prompt },
      fault: { kind: 'key-rejected' },
    })),
  );
  const ids = await Promise.all(
    providerNames.map((provider) => startBatch(artist, makeRequest(provider, { prompt }))),
  );
  const made = await startBatch(artist, makeRequest('openai', { prompt: 'made before' }));
  const batches = await waitForBatches(artist, ids);
  for (const { failures } of batches) {
    expect(failures[0]?.reason).toBe("None of the studio's keys work for this provider.");
  }
  const paths = [
    BATCHES,
    ...[...ids, made].map((id) => `${pathOf(id)}/images`),
    `${GENERATOR}/gemini-stats`,
    '/api/pricing',
    '/api/settings',
    '/api/health',
    '/api/openapi.json',
  ];
  for (const path of paths) {
    const answer = await fetch(new URL(path, config.portalUrl), {
      headers: { authorization: `Bearer ${artist.token}` },
    });
    const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
    expect({ path, status: answer.status, secret: SECRET.exec(text)?.[0] }).toEqual({
      path,
      status: 200,
      secret: undefined,
    });
  }
});
