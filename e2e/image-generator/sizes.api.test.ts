import { ApiErrorSchema } from '@portal/contracts/api-error';
import { GenerationRequestSchema } from '@portal/contracts/generation-request';
import { generatorCalls } from '@portal/contracts/image-generator';
import { findPrice } from '@portal/contracts/pricing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { BATCHES, fetchFile, GENERATOR, pathOf, readPicture } from '../support/api-files.ts';
import { waitForIdle } from '../support/batches.ts';
import {
  makePrompt,
  makeRequest,
  startBatch,
  waitForBatch,
  type ProviderName,
} from '../support/generator.ts';
import { addFaults, clearFaults, isHeld, releaseCalls, setLatency } from '../support/sandbox.ts';
import { readReserved, readSpent, resetReserved } from '../support/spend-documents.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
beforeEach(async () => {
  await waitForIdle();
  await resetReserved();
});
afterAll(async () => {
  await clearFaults();
  await callApi('DELETE', BATCHES, { as: artist });
});

interface Row {
  provider: ProviderName;
  settings: Record<string, unknown>;
  pixels: { width: number; height: number };
  price: number;
  /** Reserved beyond the price: text, and what Gemini may think. */
  reserve: number;
}
const ROWS: Row[] = [
  {
    provider: 'openai',
    settings: { quality: 'high', aspectRatio: '3:2', size: '2K' },
    pixels: { width: 2496, height: 1664 },
    price: 0.4943,
    reserve: 0.002,
  },
  {
    provider: 'google',
    settings: { version: 'ultra', aspectRatio: '16:9', size: '4K' },
    pixels: { width: 5504, height: 3072 },
    price: 0.1134,
    reserve: 0.032,
  },
];

test.each(ROWS)(
  '$provider $settings: reserves, charges and stores what was shown',
  async ({ provider, settings, pixels, price, reserve }) => {
    const prompt = makePrompt('a large lighthouse');
    const request = makeRequest(provider, { ...settings, prompt });
    expect(findPrice([], GenerationRequestSchema.parse(request))).toBeCloseTo(price, 4);

    await addFaults({ provider, match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
    const spentBefore = await readSpent(artist);
    const id = await startBatch(artist, request);
    await expect.poll(() => isHeld(prompt)).toBe(true);
    const reserved = await readReserved();
    expect(reserved).toBeGreaterThanOrEqual(price - 0.0001);
    expect(reserved).toBeLessThan(price + reserve);
    await clearFaults();
    await releaseCalls();

    const batch = await waitForBatch(artist, id);
    expect(batch).toMatchObject({ status: 'completed', size: settings['size'], failures: [] });
    expect(batch.estimate).toBeCloseTo(price, 4);
    expect(batch.cost).toBeCloseTo(price, 3);
    expect((await readSpent(artist)) - spentBefore).toBeCloseTo(price, 3);
    expect(await readReserved()).toBe(0);

    const { body } = await callApi('GET', `${pathOf(id)}/images`, { as: artist });
    const [image] = generatorCalls.images.response.parse(body).images;
    expect(image).toMatchObject(pixels);
    const { bytes } = await fetchFile(artist, image?.webUrl ?? '');
    expect(readPicture(bytes)).toMatchObject(pixels);
  },
);

test.each([
  ['stability', '2K', {}, 'Stable Diffusion has no larger sizes'],
  ['xai', '4K', {}, 'Grok offers the size 2K'],
  ['openai', '1K', {}, 'GPT Image 1 offers the sizes 2K and 4K'],
  ['google', '8K', {}, 'Imagen 4 offers the sizes 2K and 4K'],
  ['google', '2K', { version: 'ultra' }, 'The version ultra is 2K already. Leave out the size, or choose 4K'],
] as const)('%s refuses the size %s %j', async (provider, size, settings, message) => {
  const body = makeRequest(provider, { ...settings, size });
  const answer = await callApi('POST', `${GENERATOR}/generate`, { as: artist, body });
  expect(answer.status).toBe(400);
  expect(ApiErrorSchema.parse(answer.body)).toMatchObject({
    code: 'bad-request',
    details: [{ path: 'size', message }],
  });
});
