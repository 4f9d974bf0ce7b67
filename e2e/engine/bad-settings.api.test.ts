import type { SettingsName } from '@portal/contracts/studio-settings';
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

interface InvalidSettings {
  document: SettingsName;
  data: object;
  field: string;
}

const INVALID_SETTINGS: InvalidSettings[] = [
  { document: 'budget', data: { monthlyDollars: '5' }, field: 'monthlyDollars' },
  { document: 'budget', data: { monthlyDollars: -1 }, field: 'monthlyDollars' },
  { document: 'budget', data: {}, field: 'monthlyDollars' },
  { document: 'models', data: { models: { 'imagen-9': {} } }, field: 'models.imagen-9' },
  {
    document: 'models',
    data: { models: { 'sd3.5-medium': { upstreamModel: '' } } },
    field: 'models.sd3.5-medium.upstreamModel',
  },
  { document: 'models', data: { models: '5' }, field: 'models' },
  { document: 'pricing', data: { models: [{ price: '5' }] }, field: 'models.0.price' },
  { document: 'tools', data: { stylizerProvider: 5 }, field: 'stylizerProvider' },
];

test.each(
  INVALID_SETTINGS.map((settings) => ({
    ...settings,
    title: `${settings.document} ${JSON.stringify(settings.data)}`,
  })),
)('completes a batch and shows admins the invalid field: $title', async ({ document, data, field }) => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('despite invalid settings');
  await writeSettings(document, data);
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
  expect(problems).toContainEqual(expect.objectContaining({ document, field }));
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
    failures: [{ reason: 'Something went wrong on our side. You were not charged.' }],
  });
  expect((await countCalls(prompt)).paid).toBe(0);
});
