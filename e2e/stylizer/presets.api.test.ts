import { listPresets, type Preset } from '@portal/contracts/stylizer';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';

/** From tools.md 3.7, with the badge names of 2.4. */
const NAMES = {
  anime: 'Anime',
  renaissance: 'Renaissance',
  studioghibli: 'Studio Ghibli',
  chibi: 'Chibi',
  goth: 'Goth',
  pixel: 'Pixel',
  synthwave: 'Synthwave',
  coloringbook: 'Coloringbook',
  favicon: 'Favicon',
};
const MAX_SAMPLE_BYTES = 100_000;

let presets: Preset[];
beforeAll(async () => {
  const { body } = await callApi('GET', listPresets.path, { as: await signIn(newEmail()) });
  const strict = z.strictObject(listPresets.response.shape.presets.element.shape);
  presets = z.strictObject({ presets: z.array(strict) }).parse(body).presets;
});

test('lists nine styles with name and price per image [T3.7.1, T3.7.2, T7.4.1]', () => {
  expect(Object.fromEntries(presets.map(({ id, name }) => [id, name]))).toEqual(NAMES);
  for (const { price } of presets) expect(price).toBeGreaterThan(0);
  expect(presets.some(({ provider }) => provider === 'google')).toBe(false);
});

test('serves four small samples per style with the right content type [T9.0.25]', async () => {
  const samples = presets.flatMap(({ sampleImages }) => sampleImages);
  expect(presets.map(({ sampleImages }) => sampleImages.length)).toEqual(presets.map(() => 4));
  const contents = await Promise.all(
    samples.map(async (path) => {
      const answer = await fetch(new URL(path, config.portalUrl));
      expect({ path, status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        path,
        status: 200,
        type: 'image/webp',
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.length).toBeLessThan(MAX_SAMPLE_BYTES);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp' });
      return bytes.toString('base64');
    }),
  );
  expect(new Set(contents).size).toBe(36);
});
