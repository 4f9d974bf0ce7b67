import assert from 'node:assert/strict';
import sharp from 'sharp';
import { z } from 'zod';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from '../call-provider.ts';
import { describePicture, writeText } from '../describe-picture.ts';
import type { DescribeRequest } from '../describe-request.ts';
import { DEFAULT_MODELS } from '../model-registry.ts';
import { makeOpenaiAdapter } from '../openai.ts';
import { createDescribe } from '../testing/create-describe.ts';
import { createScene } from '../testing/create-edit.ts';
import { expectMade, failureCase, MAX_CALL_MS, reportsTokens, type AdapterCase } from './adapter-case.ts';

/** The schema of createDescribe. */
const TextsSchema = z.strictObject({
  title: z.string().min(1),
  keywords: z.array(z.string()).min(1),
  category: z.int().nullable(),
});

const modelOf = (provider: PictureProvider) => DEFAULT_MODELS[`keywords-${provider}`];

const call = (
  access: ProviderAccess,
  provider: PictureProvider,
  request: DescribeRequest,
  model = modelOf(provider).upstreamModel,
) => describePicture(access, provider, request, model, AbortSignal.timeout(MAX_CALL_MS));

const words = (
  provider: PictureProvider,
  what: string,
  createPicture: () => Promise<DescribeRequest['picture']>,
): AdapterCase => ({
  name: `describes ${what} in the requested schema`,
  provider,
  paidImages: 1,
  dollars: modelOf(provider).price ?? 0,
  async check(access) {
    const request = await createDescribe({ picture: await createPicture() });
    const answer = expectMade(await call(access, provider, request));
    TextsSchema.parse(JSON.parse(answer.made));
    reportsTokens(answer);
    const { textInputTokens = 0, imageInputTokens = 0, cachedInputTokens = 0 } = answer.usage ?? {};
    assert.ok(textInputTokens >= 0 && imageInputTokens >= 0, 'negative tokens');
    assert.ok(textInputTokens + imageInputTokens + cachedInputTokens > 50, 'the input is not counted');
  },
});

const drawGif = async (): Promise<DescribeRequest['picture']> => {
  const { bytes } = await createScene();
  return { bytes: await sharp(bytes).gif().toBuffer(), contentType: 'image/gif' };
};

/** As suggested prompts are asked for. */
const withoutPicture = (provider: PictureProvider): AdapterCase => ({
  name: 'writes a text without a picture in the requested schema',
  provider,
  paidImages: 1,
  dollars: modelOf(provider).price ?? 0,
  async check(access) {
    const { picture: _picture, ...request } = await createDescribe();
    const signal = AbortSignal.timeout(MAX_CALL_MS);
    const { upstreamModel } = modelOf(provider);
    const answer = expectMade(await writeText(access, provider, request, upstreamModel, signal));
    TextsSchema.parse(JSON.parse(answer.made));
    reportsTokens(answer);
  },
});

const casesOf = (provider: PictureProvider): AdapterCase[] => [
  words(provider, 'a picture', () => createScene()),
  words(provider, 'a large picture', () => createScene({ width: 3000, height: 2000, format: 'webp' })),
  words(provider, 'a GIF', drawGif),
  withoutPicture(provider),
  failureCase(provider, 'refuses to describe with an unknown model', 'bad-request', async (access) =>
    call(access, provider, await createDescribe(), 'no-such-model'),
  ),
  failureCase(provider, 'refuses to describe with a wrong key', 'key-rejected', async (access) =>
    call({ ...access, apiKey: 'no-such-key' }, provider, await createDescribe()),
  ),
];

/** What a lost worker's successor does. See docs/decisions/002. */
const background: AdapterCase = {
  name: 'fetches a description again, until it is forgotten',
  provider: 'openai',
  paidImages: 1,
  dollars: modelOf('openai').price ?? 0,
  async check(access) {
    const { fetchDescription, forgetDescription } = makeOpenaiAdapter(access);
    const signal = AbortSignal.timeout(MAX_CALL_MS);
    const started: string[] = [];
    const { upstreamModel } = modelOf('openai');
    const made = await describePicture(
      access,
      'openai',
      await createDescribe(),
      upstreamModel,
      signal,
      async (id) => void started.push(id),
    );
    const [id = '', ...others] = started;
    assert.deepEqual(others, []);
    assert.deepEqual(await fetchDescription(id, signal), expectMade(made));
    expectMade(await forgetDescription(id, signal));
    assert.equal((await fetchDescription(id, signal)).kind, 'connection-lost');
  },
};

export const DESCRIBE_CASES: AdapterCase[] = [...casesOf('openai'), background, ...casesOf('google')];
