import { findPrice, getPricing, pricingKeyOf } from '@portal/contracts/pricing';
import { getStudioSettings } from '@portal/contracts/studio-settings';
import { expect, it } from 'vitest';
import type { Outcome } from '../batches/engine/settle-item.ts';
import { readLeased, writeItem } from '../batches/engine/testing/create-item.ts';
import { startCalls } from '../batches/engine/testing/start-calls.ts';
import { userReference } from '../identity/access-store.ts';
import type { StoredImage } from '../pictures/media/stored-image.ts';
import { startApi } from '../testing/start-api.ts';
import { toMicros } from './micros.ts';
import { monthOf, monthReference } from './spend-store.ts';

const { firestore } = await startCalls();
const image: StoredImage = { publicId: 'one', version: 1, format: 'png', width: 1, height: 1, bytes: 9 };
const grok = { provider: 'xai', model: 'grok-2-image' } as const;
const gpt = { provider: 'openai', model: 'gpt-image-1', quality: 'low', aspectRatio: '3:2' } as const;

async function settle(settings: object, outcome: Outcome): Promise<void> {
  await writeItem(firestore, {}, { settings: { prompt: 'A fox', quantity: 1, ...settings } });
  const job = await readLeased(firestore);
  await job.claim('me', 60_000);
  await job.reserveCall(toMicros(1));
  await job.settle(outcome);
}

async function readReal(): Promise<unknown> {
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'admin' });
  const { call } = await startApi(['ada']);
  const { body } = await call('GET', getStudioSettings.path, 'ada');
  return getStudioSettings.response.parse(body).pricing.real;
}

async function readPrices() {
  const { call } = await startApi(['ada']);
  return getPricing.response.parse((await call('GET', getPricing.path, 'ada')).body);
}

it('tells forms what images cost lately, and where that is less than estimated', async () => {
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
  const before = new Date();
  before.setUTCDate(0);
  const writeMonth = (date: Date, images: object) =>
    monthReference(firestore, monthOf(date)).collection('shards').doc('x').set({ images });
  await writeMonth(before, {
    [pricingKeyOf(grok)]: { ...grok, count: 2, spent: toMicros(0.14) },
    [pricingKeyOf(gpt)]: { ...gpt, count: 1, spent: toMicros(0.02) },
  });
  await writeMonth(new Date(), { [pricingKeyOf(grok)]: { ...grok, count: 300, spent: toMicros(6) } });
  const { lately, maximums } = await readPrices();
  expect(lately).toEqual([
    { ...grok, price: 0.02, images: 300 },
    { ...gpt, price: 0.02, images: 1 },
  ]);
  expect(maximums).toContainEqual({ ...grok, price: 0.02 });
  expect(maximums.filter((image) => image.price >= findPrice([], image))).toEqual([]);
});

it('averages what images have cost this month, by what they are priced by', async () => {
  await settle({ ...grok, aspectRatio: '1:1' }, { state: 'done', image, cost: toMicros(0.03) });
  // At half price.
  await settle(grok, { state: 'done', image, cost: toMicros(0.005), saved: toMicros(0.005) });
  await settle(grok, { state: 'uncertain', reason: 'Connection lost.', cost: toMicros(1) });
  await settle(gpt, { state: 'done', image, cost: toMicros(0.012_345) });
  await settle({ provider: 'openai' }, { state: 'done', image, cost: toMicros(0.06) });
  const retired = { provider: 'google', model: 'imagen1', count: 9, spent: toMicros(1) };
  await monthReference(firestore, monthOf(new Date()))
    .collection('shards')
    .doc('x')
    .set({ images: { retired } });
  expect(await readReal()).toEqual([
    { ...grok, price: 0.02, images: 2 },
    { ...gpt, price: 0.0123, images: 1 },
  ]);
});
