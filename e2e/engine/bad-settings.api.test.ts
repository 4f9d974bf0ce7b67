import { SettingsNameSchema, type SettingsName } from '@portal/contracts/studio-settings';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { firestore } from '../support/firestore.ts';
import { readStudioSettings, resetSettings, writeSettings } from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

beforeEach(() => setLatency(0));
afterEach(resetSettings);
afterAll(waitForCaches);

const INVALID_SETTINGS: Partial<Record<SettingsName, { data: object; field: string }>> = {
  budget: { data: { monthlyDollars: '5' }, field: 'monthlyDollars' },
  limits: { data: { everyone: '5' }, field: 'everyone' },
  models: { data: { models: { 'imagen-9': {} } }, field: 'models.imagen-9' },
  pricing: { data: { models: [{ price: '5' }] }, field: 'models.0.price' },
  tools: { data: { stylizerProvider: 5 }, field: 'stylizerProvider' },
};

test('completes a batch and shows admins the invalid fields', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('despite invalid settings');
  const documents = SettingsNameSchema.options.flatMap((document) => {
    const settings = INVALID_SETTINGS[document];
    return settings ? [{ document, ...settings }] : [];
  });
  for (const { document, data } of documents) await writeSettings(document, data);
  await waitForCaches();
  const id = await startBatch(artist, makeRequest('stability', { prompt, quantity: 2 }));
  expect(await waitForBatch(artist, id)).toMatchObject({
    status: 'completed',
    completedCount: 2,
    failedCount: 0,
    cost: 0.07,
  });
  expect((await countCalls(prompt)).paid).toBe(2);
  const { problems } = await readStudioSettings();
  for (const { document, field } of documents) {
    expect(problems).toContainEqual(expect.objectContaining({ document, field }));
  }
});

test('fails an item at no cost after three failed reads before its call', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('never sent');
  const keys = firestore.doc('providerKeys/stability');
  await keys.set({ keys: 5 });
  onTestFinished(async () => {
    await keys.delete();
    await waitForCaches();
  });
  await waitForCaches();
  const id = await startBatch(artist, makeRequest('stability', { prompt, quantity: 1 }));
  expect(await waitForBatch(artist, id)).toMatchObject({
    status: 'failed',
    cost: 0,
    failures: [{ reason: 'Something went wrong on our side. You were not charged. Retry.' }],
  });
  expect((await countCalls(prompt)).paid).toBe(0);
});
