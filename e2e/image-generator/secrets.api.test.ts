import { afterEach, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import { makeRequest, providerNames, startBatch, waitForBatches } from '../support/generator.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';
import { BATCHES, GENERATOR, newPrompt, pathOf } from '../support/api-files.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

/** The sandbox's credentials. The media service's API key is part of its links, but its secret is not. */
const SECRET = /sandbox-(openai|google|stability|xai)-key|sandbox-cloudinary-secret/;

afterEach(async () => {
  await clearFaults();
  const keys = await firestore.collection('providerKeys').get();
  await Promise.all(keys.docs.map((provider) => provider.ref.delete()));
  await waitForCaches();
});

test('no response contains a key, even when a provider quotes it [D-providers.5]', async () => {
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
    expect(failures[0]?.reason).toBe(
      "None of the studio's keys work for this provider. Choose another provider, or ask an admin.",
    );
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
