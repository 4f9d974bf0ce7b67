import type { GenerationRequest } from '@portal/contracts/generation-request';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateImage } from './generate-image.ts';
import { DEFAULT_MODELS, priceOf } from './model-registry.ts';
import { readAppearance } from '../pictures/checks/appearance.ts';
import { createPicture } from './testing/create-picture.ts';
import { createRequest } from './testing/create-request.ts';
import { sendJson, startTestServer } from './testing/start-test-server.ts';

const { signal } = new AbortController();

/** Sends the request to a test server. Returns what the server received. */
async function make(
  request: GenerationRequest,
  upstreamModel: string,
  answer: Parameters<typeof startTestServer>[0],
) {
  const { url, requests } = await startTestServer(answer);
  const access = { baseUrl: url, apiKey: 'key-1', fetch };
  return { answer: await generateImage(access, request, upstreamModel, signal), sent: requests };
}

const readForm = (body: Buffer, contentType: string | undefined) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': contentType ?? '' } }).formData();

describe('openai', () => {
  const answerWith = (picture: Buffer) =>
    sendJson({
      created: 1,
      data: [{ b64_json: picture.toString('base64') }],
      usage: {
        input_tokens: 50,
        output_tokens: 4000,
        total_tokens: 4050,
        input_tokens_details: { text_tokens: 20, image_tokens: 30 },
      },
    });

  it('sends every setting and requests one image, and reports tokens [T3.1.2]', async () => {
    const picture = await createPicture('png');
    const request = createRequest('openai', { quantity: 7, background: 'transparent' });
    const { answer, sent } = await make(request, 'gpt-image-2.5-flare', answerWith(picture));

    expect(answer).toEqual({
      kind: 'made',
      made: { bytes: picture, contentType: 'image/png', appearance: await readAppearance(picture) },
      usage: { textInputTokens: 20, imageInputTokens: 30, outputTokens: 4000 },
    });
    expect(sent.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/images/generations', 'Bearer key-1'],
    ]);
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      model: 'gpt-image-2.5-flare',
      prompt: 'a red boat',
      n: 1,
      quality: 'high',
      background: 'transparent',
      size: '1024x1024',
      output_format: 'png',
    });
  });

  it("costs what the tokens of OpenAI's own example cost", async () => {
    // `POST /images/generations` in https://github.com/openai/openai-openapi.
    const usage = {
      total_tokens: 100,
      input_tokens: 50,
      output_tokens: 50,
      input_tokens_details: { text_tokens: 10, image_tokens: 40 },
    };
    const data = [{ b64_json: (await createPicture('png')).toString('base64') }];
    const { answer } = await make(
      createRequest('openai'),
      'gpt-image-2.5-flare',
      sendJson({ created: 1, data, usage }),
    );
    const dollars = priceOf(
      answer.kind === 'made' ? answer.usage : undefined,
      DEFAULT_MODELS['gpt-image-1'],
      1,
    );
    // By the list price of a million: 5 dollars for text, 8 for pictures, 30 for output.
    expect(dollars).toBeCloseTo((10 * 5 + 40 * 8 + 50 * 30) / 1_000_000, 12);
  });

  it.each([
    ['2:3', '1024x1536'],
    ['3:2', '1536x1024'],
    ['16:9', '1536x864'],
    ['3:4', '1056x1408'],
    ['1:1', '2048x2048', '2K'],
    ['16:9', '3840x2160', '4K'],
  ])('requests %s as %s: both edges are multiples of 16', async (aspectRatio, pixels, size?: string) => {
    const picture = await createPicture('png');
    const { sent } = await make(createRequest('openai', { aspectRatio, size }), 'any', answerWith(picture));
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ size: pixels });
  });

  it('converts a paid image that came in another format', async () => {
    const request = createRequest('openai', { outputFormat: 'jpeg' });
    const { answer } = await make(request, 'any', answerWith(await createPicture('png')));
    expect(answer.kind === 'made' && (await sharp(answer.made.bytes).metadata()).format).toBe('jpeg');
  });
});

describe('google', () => {
  const answerWith = (picture: Buffer) =>
    sendJson({
      candidates: [
        {
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts: [
              { text: 'Here it is.' },
              { inlineData: { mimeType: 'image/jpeg', data: picture.toString('base64') } },
            ],
          },
        },
      ],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1120, totalTokenCount: 1129 },
    });

  it('sends ratio, size and person generation, and converts the image [T3.1.5]', async () => {
    const { answer, sent } = await make(
      createRequest('google', { aspectRatio: '16:9', personGeneration: 'dont_allow' }),
      'gemini-nano-banana-2.1',
      answerWith(await createPicture('jpeg')),
    );

    expect(answer).toMatchObject({
      kind: 'made',
      made: { contentType: 'image/png' },
      usage: { textInputTokens: 9, imageInputTokens: 0, outputTokens: 1120 },
    });
    expect(answer.kind === 'made' && (await sharp(answer.made.bytes).metadata()).format).toBe('png');
    expect(sent.map(({ url, headers }) => [url, headers['x-goog-api-key']])).toEqual([
      ['/v1beta/models/gemini-nano-banana-2.1:generateContent', 'key-1'],
    ]);
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'a red boat' }] }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '16:9', imageSize: '1K', personGeneration: 'ALLOW_NONE' },
      },
    });
  });

  const refuse = (message: string) =>
    sendJson({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, 400);
  const imageConfigOf = ({ body }: { body: Buffer }) =>
    z
      .object({ generationConfig: z.object({ imageConfig: z.record(z.string(), z.string()) }) })
      .parse(JSON.parse(String(body))).generationConfig.imageConfig;

  it.each([
    'allow_adult for personGeneration is currently not supported.',
    `Invalid JSON payload received. Unknown name "personGeneration" at 'generation_config.image_config': Cannot find field.`,
  ])('asks again without person generation after: %s', async (message) => {
    const accept = answerWith(await createPicture('jpeg'));
    const { answer, sent } = await make(createRequest('google'), 'any', (response, seen) =>
      ('personGeneration' in imageConfigOf(seen) ? refuse(message) : accept)(response),
    );
    expect(answer.kind).toBe('made');
    expect(sent.map(imageConfigOf)).toEqual([
      { aspectRatio: '1:1', imageSize: '1K', personGeneration: 'ALLOW_ADULT' },
      { aspectRatio: '1:1', imageSize: '1K' },
    ]);
  });

  it('asks once if another setting is refused', async () => {
    const { answer, sent } = await make(
      createRequest('google'),
      'any',
      refuse("Invalid value at 'generation_config.image_config.aspect_ratio'"),
    );
    expect(answer.kind).toBe('bad-request');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['standard', '1K'],
    ['ultra', '2K'],
    ['standard', '2K', '2K'],
    ['ultra', '4K', '4K'],
  ])('requests version %s as %s [T3.1.6]', async (version, imageSize, size?: string) => {
    const request = createRequest('google', { model: 'imagen4', version, size });
    const { sent } = await make(request, 'any', answerWith(await createPicture('jpeg')));
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({
      generationConfig: { imageConfig: { imageSize } },
    });
  });
});

describe('stability', () => {
  const answerWith =
    (picture: Buffer, format: string): Parameters<typeof startTestServer>[0] =>
    (response) =>
      response
        .writeHead(200, { 'content-type': `image/${format}`, 'finish-reason': 'SUCCESS', seed: '77' })
        .end(picture);

  it('sends the settings as a form, and reports the used seed [T3.1.7]', async () => {
    const picture = await createPicture('jpeg');
    const { answer, sent } = await make(
      createRequest('stability', { outputFormat: 'jpeg', seed: 0, negativePrompt: 'rain' }),
      'sd3.5-large',
      answerWith(picture, 'jpeg'),
    );

    const appearance = await readAppearance(picture);
    expect(answer).toEqual({
      kind: 'made',
      made: { bytes: picture, contentType: 'image/jpeg', seed: 77, appearance },
    });
    expect(sent.map(({ url, headers }) => [url, headers.authorization, headers.accept])).toEqual([
      ['/v2beta/stable-image/generate/sd3', 'Bearer key-1', 'image/*'],
    ]);
    const form = await readForm(sent[0]?.body ?? Buffer.alloc(0), sent[0]?.headers['content-type']);
    expect(Object.fromEntries(form)).toEqual({
      prompt: 'a red boat',
      mode: 'text-to-image',
      model: 'sd3.5-large',
      aspect_ratio: '1:1',
      output_format: 'jpeg',
      style_preset: 'cinematic',
      cfg_scale: '5',
      negative_prompt: 'rain',
      seed: '0',
    });
  });

  it('omits an unset negative prompt and seed [T3.1.7]', async () => {
    const request = createRequest('stability', { negativePrompt: '', seed: '' });
    const { sent } = await make(request, 'any', answerWith(await createPicture('png'), 'png'));
    const form = await readForm(sent[0]?.body ?? Buffer.alloc(0), sent[0]?.headers['content-type']);
    expect([...form.keys()]).not.toContain('negative_prompt');
    expect([...form.keys()]).not.toContain('seed');
  });

  it('crops an unsupported ratio from the nearest supported one', async () => {
    const { answer, sent } = await make(
      createRequest('stability', { aspectRatio: '4:3' }),
      'any',
      answerWith(await createPicture('png', 125, 100), 'png'),
    );
    const form = await readForm(sent[0]?.body ?? Buffer.alloc(0), sent[0]?.headers['content-type']);
    expect(form.get('aspect_ratio')).toBe('5:4');
    expect(answer.kind === 'made' && (await sharp(answer.made.bytes).metadata())).toMatchObject({
      width: 125,
      height: 94,
    });
  });
});

describe('xai', () => {
  it('sends no aspect ratio, requests bytes and reports dollars [T3.1.3, T3.1.4, D-providers.14]', async () => {
    const picture = await createPicture('jpeg');
    const { answer, sent } = await make(
      createRequest('xai'),
      'grok-imagine-image',
      sendJson({
        data: [{ b64_json: picture.toString('base64'), respect_moderation: true }],
        usage: { cost_in_usd_ticks: 200_000_000 },
      }),
    );

    expect(answer).toEqual({
      kind: 'made',
      made: { bytes: picture, contentType: 'image/jpeg', appearance: await readAppearance(picture) },
      usage: { textInputTokens: 0, imageInputTokens: 0, outputTokens: 0, dollars: 0.02 },
    });
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      model: 'grok-imagine-image',
      prompt: 'a red boat',
      n: 1,
      response_format: 'b64_json',
    });
  });

  it('sends the resolution of a larger size', async () => {
    const picture = await createPicture('jpeg');
    const answer = sendJson({ data: [{ b64_json: picture.toString('base64') }] });
    const { sent } = await make(createRequest('xai', { size: '2K' }), 'grok-imagine-image', answer);
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ resolution: '2k' });
  });
});
