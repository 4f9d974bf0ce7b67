import type { BatchImage } from '@portal/contracts/batch-calls';
import { type GenerationBatch, generatorCalls } from '@portal/contracts/image-generator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  makeRequest,
  providerNames,
  startBatch,
  STYLES,
  waitForBatches,
  type ProviderName,
} from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { BATCHES, fetchFile, pathOf, readPicture, type Picture } from '../support/api-files.ts';

/** From tools.md 5.2, deliberately not read from the contract. */
const GPT_RATIOS = ['1:1', '16:9', '3:2', '5:4', '2:3', '4:5', '7:4', '4:7', '4:3', '3:4'];
const IMAGEN_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const STABILITY_RATIOS = [...GPT_RATIOS, '21:9', '9:16', '9:21'];
const PERSONS = ['dont_allow', 'allow_adult', 'allow_all'];
const pick = <Value>(values: readonly Value[], index: number) => values[index % values.length];

type Request = Record<string, unknown>;

/** Combines values, so that each is sent at least once. */
const REQUESTS: Record<ProviderName, Request[]> = {
  openai: [
    ...GPT_RATIOS.map((aspectRatio, index) => ({
      aspectRatio,
      model: index === 3 ? 'gpt-4o' : 'gpt-image-1',
      quality: pick(['low', 'medium', 'high'], index),
      outputFormat: pick(['jpeg', 'png'], index),
      background: pick(['opaque', 'transparent'], index),
    })),
    { outputFormat: 'png', background: 'opaque' },
  ],
  google: IMAGEN_RATIOS.flatMap((aspectRatio, index) => [
    {
      aspectRatio,
      model: index === 0 ? 'gemini' : 'imagen3',
      version: undefined,
      personGeneration: pick(PERSONS, index),
    },
    {
      aspectRatio,
      model: 'imagen4',
      version: index === 1 ? 'ultra' : 'standard',
      personGeneration: pick(PERSONS, index + 1),
    },
  ]),
  stability: STYLES.map((stylePreset, index) => ({
    stylePreset,
    aspectRatio: pick(STABILITY_RATIOS, index),
    model: pick(['sd3.5-medium', 'sd3.5-large', 'sd3.5-large-turbo'], index),
    version: pick(['medium', 'large', 'large'], index),
    outputFormat: index % 5 === 0 ? 'png' : 'jpeg',
    cfgScale: (index % 10) + 1,
    ...(index % 2 === 0 && { seed: index, negativePrompt: 'blur' }),
  })),
  xai: [{ model: 'grok-2-image' }, { model: 'grok' }],
};

const PROVES: Record<ProviderName, string> = {
  openai: 'T3.1.2, T5.2.3, T5.2.4, T5.2.5, T5.2.6',
  google: 'T3.1.5, T3.1.6, T5.2.9, T5.2.10, T5.2.11, T5.2.12',
  stability: 'T3.1.7, T5.2.13, T5.2.14, T5.2.15, T5.2.16, T5.2.17',
  xai: 'T3.1.3, T5.2.8',
};
interface Made {
  request: Request;
  batch: GenerationBatch;
  image: BatchImage;
  picture: Picture;
}

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterAll(() => callApi('DELETE', BATCHES, { as: artist }));

async function readResult(batch: GenerationBatch, request: Request): Promise<Made> {
  const { body } = await callApi('GET', `${pathOf(batch.id)}/images`, { as: artist });
  const { images } = generatorCalls.images.response.parse(body);
  const [image] = images;
  if (!image) throw new Error(`No image for ${JSON.stringify(request)}: ${JSON.stringify(batch)}`);
  const { status, headers, bytes } = await fetchFile(artist, image.webUrl);
  const picture = readPicture(bytes);
  expect({ status, type: headers.get('content-type'), images: images.length }).toEqual({
    status: 200,
    type: picture.type,
    images: 1,
  });
  expect(image).toMatchObject({
    index: 0,
    width: picture.width,
    height: picture.height,
    bytes: bytes.length,
  });
  return { request, batch, image, picture };
}

/** Models have their own sizes close to the requested ratio. */
function checkShape({ batch: { aspectRatio = '1:1' }, picture }: Made): void {
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  const actual = picture.width / picture.height;
  expect(Math.abs(actual / (across / down) - 1), JSON.stringify({ aspectRatio, picture })).toBeLessThan(
    0.035,
  );
}

// Written out, because `$proves` in a title is truncated.
for (const provider of providerNames) {
  test(`${provider} returns an image of the right format and shape for every value [T1.4, T1.5, T3.2.1, T5.2.1, T5.2.2, T7.1.1, T7.1.7, T7.1.11, D-file-types.1, ${PROVES[provider]}]`, async () => {
    const requests = REQUESTS[provider].map((values, index) =>
      makeRequest(provider, { prompt: `${provider} paints a lighthouse ${index}`, ...values }),
    );
    const ids = await Promise.all(requests.map((request) => startBatch(artist, request)));
    const batches = await waitForBatches(artist, ids);
    for (const [index, request] of requests.entries()) {
      const batch = batches[index];
      const { quantity: _, ...settings } = request;
      const asked = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
      expect(batch).toMatchObject({
        ...asked,
        status: 'completed',
        requestedCount: 1,
        completedCount: 1,
        failures: [],
      });
      if (!batch) continue;
      const made = await readResult(batch, request);
      checkShape(made);
      const { picture } = made;
      expect({ request, type: picture.type, hasAlpha: picture.hasAlpha }).toEqual({
        request,
        type: `image/${String(request['outputFormat'])}`,
        hasAlpha: request['background'] === 'transparent',
      });
      expect(Math.max(picture.width, picture.height) >= 2000).toBe(request['version'] === 'ultra');
    }
  });
}
