import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from '../call-provider.ts';
import { editImage } from '../edit-image.ts';
import type { EditRequest } from '../edit-request.ts';
import { DEFAULT_MODELS } from '../model-registry.ts';
import { createEdit, createScene } from '../testing/create-edit.ts';
import {
  expectMade,
  expectShape,
  failureCase,
  MAX_CALL_MS,
  reportsTokens,
  type AdapterCase,
} from './adapter-case.ts';

const modelOf = (provider: PictureProvider) => DEFAULT_MODELS[`stylizer-${provider}`];

const call = (
  access: ProviderAccess,
  provider: PictureProvider,
  request: EditRequest,
  model = modelOf(provider).upstreamModel,
) => editImage(access, provider, request, model, AbortSignal.timeout(MAX_CALL_MS));

const edit = (
  provider: PictureProvider,
  what: string,
  scene: Parameters<typeof createScene>[0],
  outputFormat: EditRequest['outputFormat'],
  staysTransparent = false,
): AdapterCase => ({
  name: `restyles ${what} as ${outputFormat}`,
  provider,
  paidImages: 1,
  dollars: modelOf(provider).price ?? 0,
  async check(access) {
    const picture = await createScene(scene);
    const answer = expectMade(await call(access, provider, await createEdit({ picture, outputFormat })));
    const { bytes, contentType } = answer.made;
    const { format, width, height } = await sharp(bytes).metadata();
    assert.equal(contentType, `image/${outputFormat}`);
    assert.equal(format, outputFormat);
    // The closest size that the provider supports.
    expectShape({ width, height }, picture.width / picture.height, 0.1);
    assert.equal((await sharp(bytes).stats()).isOpaque, !staysTransparent);
    const similarity = await compareLayouts(picture.bytes, bytes);
    assert.ok(similarity > 0.4, `similarity to the original: ${similarity.toFixed(2)}`);
    reportsTokens(answer);
    assert.ok(answer.usage && answer.usage.imageInputTokens > 0, 'the input picture is not counted');
  },
});

/** The correlation of the brightness of two pictures, from -1 to 1. */
async function compareLayouts(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([one, other].map(readLayout));
  const dot = (left: number[] = [], right: number[] = []) =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  return dot(first, second) / Math.sqrt(dot(first, first) * dot(second, second));
}

async function readLayout(bytes: Buffer): Promise<number[]> {
  const tiny = sharp(bytes).flatten({ background: '#ffffff' }).greyscale().resize(9, 6, { fit: 'fill' });
  const values = [...(await tiny.raw().toBuffer())];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

const commonFailures = (provider: PictureProvider): AdapterCase[] => [
  failureCase(provider, 'refuses to edit with an unknown model', 'bad-request', async (access) =>
    call(access, provider, await createEdit(), 'no-such-model'),
  ),
  failureCase(provider, 'refuses an edit with a wrong key', 'key-rejected', async (access) =>
    call({ ...access, apiKey: 'no-such-key' }, provider, await createEdit()),
  ),
];

const WIDE = { width: 480, height: 320 };
const TALL = { width: 300, height: 430, format: 'webp' } as const;
const WITHOUT_A_SKY = { width: 400, height: 400, sky: 'none' };

export const EDIT_CASES: AdapterCase[] = [
  edit('openai', 'a wide picture', WIDE, 'jpeg'),
  edit('openai', 'a tall picture', TALL, 'webp'),
  edit('openai', 'a picture that is transparent in parts', WITHOUT_A_SKY, 'png', true),
  ...commonFailures('openai'),
  failureCase('openai', 'refuses an edit without a prompt', 'bad-request', async (access) =>
    call(access, 'openai', await createEdit({ prompt: '' })),
  ),

  edit('google', 'a wide picture', WIDE, 'jpeg'),
  edit('google', 'a tall picture', TALL, 'png'),
  edit('google', 'a picture that is transparent in parts', WITHOUT_A_SKY, 'jpeg'),
  ...commonFailures('google'),
];
