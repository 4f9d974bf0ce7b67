import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePicture } from '../pictures/make-picture.ts';
import { addFaults, generateWithGoogle, openSandbox, postJson, readCalls } from '../testing.ts';

const AnswerSchema = z.object({
  candidates: z.array(
    z.object({
      finishReason: z.string(),
      content: z.object({
        parts: z.array(z.object({ inlineData: z.object({ mimeType: z.string(), data: z.base64() }) })),
      }),
    }),
  ),
  usageMetadata: z.object({ candidatesTokenCount: z.number() }),
});

describe('generateContent', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it.each([
    ['1:1', '1K', 1_024, 1_024, 1_120],
    ['16:9', '1K', 1_376, 768, 1_120],
    ['3:4', '2K', 1_792, 2_400, 1_680],
    ['16:9', '4K', 5_504, 3_072, 3_780],
  ])('draws %s at %s as %i x %i for %i tokens', async (aspectRatio, imageSize, width, height, tokens) => {
    const personGeneration = 'ALLOW_NONE';
    const response = await generateWithGoogle(url, { aspectRatio, imageSize, personGeneration });
    const answer = AnswerSchema.parse(await response.json());
    const image = answer.candidates[0]?.content.parts[0]?.inlineData;
    expect(image?.mimeType).toBe('image/jpeg');
    expect(await sharp(Buffer.from(image?.data ?? '', 'base64')).metadata()).toMatchObject({ width, height });
    expect(answer.usageMetadata.candidatesTokenCount).toBe(tokens);
  });

  it.each([
    ['no ratio', { aspectRatio: undefined }, {}],
    ['an unknown ratio', { aspectRatio: '7:4' }, {}],
    ['an unknown size', { imageSize: '8K' }, {}],
    ['a Vertex field', { imageOutputOptions: {} }, {}],
    ['no contents', {}, { contents: [] }],
    ['an empty prompt', {}, { contents: [{ role: 'user', parts: [{ text: '' }] }] }],
    ['an unknown top-level field', {}, { safetySettings: [] }],
  ])('rejects %s', async (_, config, rest) => {
    const response = await generateWithGoogle(url, config, rest);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest' }],
      },
    });
    expect((await readCalls(url)).providers['google']?.paid).toBe(0);
  });

  it('rejects other models', async () => {
    const path = '/google/v1beta/models/imagen-4.0-generate-001:generateContent';
    const response = await postJson(`${url}${path}`, {}, { 'x-goog-api-key': 'sandbox-google-key-1' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { status: 'NOT_FOUND' } });
  });

  it('answers 400 with a reason to an unknown key', async () => {
    const response = await postJson(`${url}/google/v1beta/models/gemini-nano-banana-2.1:generateContent`, {});
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: [{ reason: 'API_KEY_INVALID' }] } });
  });

  it('refuses without an image, before or after drawing it', async () => {
    await addFaults(url, [
      { provider: 'google', times: 1, fault: { kind: 'refusal' } },
      { provider: 'google', times: 1, fault: { kind: 'refusal', reason: 'block:PROHIBITED_CONTENT' } },
    ]);
    const [first, second] = [await generateWithGoogle(url), await generateWithGoogle(url)];
    expect(await first.json()).toMatchObject({ candidates: [{ content: {}, finishReason: 'IMAGE_SAFETY' }] });
    const blocked = await second.json();
    expect(blocked).toMatchObject({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
    expect(blocked).not.toHaveProperty('candidates');
  });

  it('reports the delay of a rate limit only in the body', async () => {
    await addFaults(url, [{ provider: 'google', fault: { kind: 'rate-limit', retryAfterSeconds: 7 } }]);
    const response = await generateWithGoogle(url);
    expect(response.status).toBe(429);
    expect(response.headers.has('retry-after')).toBe(false);
    expect(await response.text()).toContain('"retryDelay":"7s"');
  });
});

describe('generateContent with a picture', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  const draw = (height = 200) =>
    makePicture({ prompt: 'hills', seed: '1', format: 'png', width: 300, height, transparent: false });

  async function edit({
    bytes,
    mimeType = 'image/png',
    count = 1,
  }: { bytes?: Buffer; mimeType?: string; count?: number } = {}) {
    const inlineData = { mimeType, data: (bytes ?? (await draw())).toString('base64') };
    const parts = [...Array.from({ length: count }, () => ({ inlineData })), { text: 'in watercolors' }];
    return generateWithGoogle(url, {}, { contents: [{ role: 'user', parts }] });
  }

  const readImage = async (response: Response) => {
    const answer = AnswerSchema.parse(await response.json());
    return Buffer.from(answer.candidates[0]?.content.parts[0]?.inlineData.data ?? '', 'base64');
  };

  it('restyles the picture, counts tokens, and charges an edit', async () => {
    const bytes = await draw();
    const response = await edit({ bytes });
    expect(await response.clone().json()).toMatchObject({
      usageMetadata: {
        promptTokenCount: 1_132,
        promptTokensDetails: [{ modality: 'TEXT' }, { modality: 'IMAGE', tokenCount: 1_120 }],
        candidatesTokenCount: 1_120,
        thoughtsTokenCount: 240,
        totalTokenCount: 2_492,
      },
    });
    const image = await readImage(response);
    expect(await sharp(image).metadata()).toMatchObject({ width: 1_024, height: 1_024 });
    expect((await readCalls(url)).operations['google/edit']).toEqual({ received: 1, answered: 1, paid: 1 });

    const other = await readImage(await edit({ bytes: await draw(201) }));
    expect(other.equals(image)).toBe(false);
  });

  it.each([
    ['an unsupported type', { mimeType: 'image/svg+xml' }],
    ['no picture', { bytes: Buffer.from('hello') }],
    ['a PNG declared as JPEG', { mimeType: 'image/jpeg' }],
    ['two pictures', { count: 2 }],
  ])('rejects %s', async (_, options) => {
    const response = await edit(options);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
    expect((await readCalls(url)).operations).toEqual({
      'google/edit': { received: 1, answered: 1, paid: 0 },
    });
  });

  it('matches faults by prompt and operation', async () => {
    const match = { promptIncludes: 'watercolors', operation: 'edit' };
    await addFaults(url, [{ provider: 'google', match, fault: { kind: 'refusal' } }]);
    expect(await (await edit()).json()).toMatchObject({ candidates: [{ finishReason: 'IMAGE_SAFETY' }] });
    expect((await generateWithGoogle(url)).status).toBe(200);
  });
});
