import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import { editImage } from './edit-image.ts';
import type { EditRequest } from './edit-request.ts';
import { createEdit, createScene } from './testing/create-edit.ts';
import { createPicture } from './testing/create-picture.ts';
import { sendJson, startTestServer } from './testing/start-test-server.ts';

const { signal } = new AbortController();

/** Sends the edit to a test server. Returns what the server received. */
async function edit(
  provider: PictureProvider,
  overrides: Partial<EditRequest>,
  answer: Parameters<typeof startTestServer>[0],
) {
  const { url, requests } = await startTestServer(answer);
  const access = { baseUrl: url, apiKey: 'key-1', fetch };
  return {
    answer: await editImage(access, provider, await createEdit(overrides), 'a-model', signal),
    requests,
  };
}

describe('openai', () => {
  async function editAtOpenai(overrides: Partial<EditRequest> = {}) {
    const made = await createPicture('png');
    const { answer, requests } = await edit(
      'openai',
      overrides,
      sendJson({
        data: [{ b64_json: made.toString('base64') }],
        usage: {
          input_tokens: 900,
          output_tokens: 1500,
          input_tokens_details: { text_tokens: 20, image_tokens: 880 },
        },
      }),
    );
    const [request] = requests;
    const headers = { 'content-type': request?.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(request?.body ?? []), { headers }).formData();
    const { image, ...fields } = Object.fromEntries(form);
    if (!(image instanceof File)) throw new Error('No picture was sent.');
    return {
      answer,
      requests,
      fields,
      image: { type: image.type, bytes: Buffer.from(await image.arrayBuffer()) },
    };
  }

  it('sends picture, type and prompt in one call, and reports tokens', async () => {
    const picture = await createScene({ width: 480, height: 320 });
    const { answer, requests, fields, image } = await editAtOpenai({ picture, prompt: 'in watercolors' });

    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/images/edits', 'Bearer key-1'],
    ]);
    expect(fields).toEqual({
      model: 'a-model',
      prompt: 'in watercolors',
      n: '1',
      quality: 'medium',
      background: 'opaque',
      size: '1536x1024',
      output_format: 'jpeg',
    });
    expect(image.type).toBe('image/png');
    expect(image.bytes.equals(picture.bytes)).toBe(true);
    expect(answer).toMatchObject({
      kind: 'made',
      made: { contentType: 'image/jpeg' },
      usage: { textInputTokens: 20, imageInputTokens: 880, outputTokens: 1500 },
    });
    expect(answer.kind === 'made' && (await sharp(answer.made.bytes).metadata()).format).toBe('jpeg');
  });

  it.each([
    [500, 500, '1024x1024'],
    [320, 480, '1024x1536'],
    [500, 400, '1280x1024'],
    [640, 360, '1536x864'],
    [360, 640, '864x1536'],
    [900, 100, '1536x512'],
    [1, 300, '512x1536'],
  ])('requests the closest supported size for %i by %i: %3$s', async (width, height, size) => {
    const { fields } = await editAtOpenai({ picture: await createScene({ width, height }) });
    expect(fields['size']).toBe(size);
  });

  it('keeps transparency if the output format has it', async () => {
    const picture = await createScene({ sky: 'none' });
    const { fields } = await editAtOpenai({ picture, outputFormat: 'png' });
    expect(fields['background']).toBe('transparent');
    expect((await editAtOpenai({ picture, outputFormat: 'jpeg' })).fields['background']).toBe('opaque');
  });

  it.each([
    ['large', (scene: Sharp) => scene.resize(3000, 2000).jpeg()],
    ['in CMYK', (scene: Sharp) => scene.toColourspace('cmyk').jpeg()],
    ['in a wide color profile', (scene: Sharp) => scene.withIccProfile('p3').jpeg()],
    ['gray', (scene: Sharp) => scene.toColourspace('b-w').jpeg()],
  ])('sends a picture that is %s as plain sRGB of at most 2048 pixels', async (_, change) => {
    const { bytes } = await createScene();
    const changed = await change(sharp(bytes)).toBuffer({ resolveWithObject: true });
    const { width, height } = changed.info;
    const picture = { bytes: changed.data, contentType: 'image/jpeg', width, height } as const;
    const { image, fields } = await editAtOpenai({ picture });
    const sent = await sharp(image.bytes).metadata();
    expect(sent).toMatchObject({ format: 'jpeg', space: 'srgb', width: Math.min(2048, width) });
    expect(sent.icc).toBeUndefined();
    expect(image.type).toBe('image/jpeg');
    expect(fields['size']).toBe('1536x1024');
  });
});

describe('google', () => {
  async function editAtGoogle(overrides: Partial<EditRequest> = {}) {
    const data = (await createPicture('jpeg')).toString('base64');
    const { answer, requests } = await edit(
      'google',
      overrides,
      sendJson({
        candidates: [
          { finishReason: 'STOP', content: { parts: [{ inlineData: { mimeType: 'image/jpeg', data } }] } },
        ],
        usageMetadata: {
          promptTokenCount: 1140,
          promptTokensDetails: [
            { modality: 'TEXT', tokenCount: 20 },
            { modality: 'IMAGE', tokenCount: 1120 },
          ],
          candidatesTokenCount: 1120,
          thoughtsTokenCount: 300,
        },
      }),
    );
    const sent: unknown = JSON.parse(String(requests[0]?.body));
    return { answer, requests, sent };
  }

  it('sends picture, prompt and ratio, and reports tokens', async () => {
    const picture = await createScene({ format: 'webp' });
    const { answer, requests, sent } = await editAtGoogle({
      picture,
      prompt: 'in oil',
      outputFormat: 'webp',
    });

    expect(requests.map(({ url, headers }) => [url, headers['x-goog-api-key']])).toEqual([
      ['/v1beta/models/a-model:generateContent', 'key-1'],
    ]);
    const inlineData = { mimeType: 'image/webp', data: picture.bytes.toString('base64') };
    expect(sent).toEqual({
      contents: [{ role: 'user', parts: [{ inlineData }, { text: 'in oil' }] }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '3:2', imageSize: '1K' },
      },
    });
    expect(answer).toMatchObject({
      kind: 'made',
      made: { contentType: 'image/webp' },
      usage: { textInputTokens: 20, imageInputTokens: 1120, outputTokens: 1120, thinkingTokens: 300 },
    });
  });

  it.each([
    [500, 510, '1:1'],
    [400, 310, '5:4'],
    [400, 300, '4:3'],
    [300, 430, '2:3'],
    [360, 640, '9:16'],
    [900, 100, '21:9'],
  ])('requests the closest supported ratio for %i by %i: %3$s', async (width, height, aspectRatio) => {
    const { sent } = await editAtGoogle({ picture: await createScene({ width, height }) });
    expect(sent).toMatchObject({ generationConfig: { imageConfig: { aspectRatio } } });
  });

  it('sends transparent areas as white', async () => {
    const { requests } = await editAtGoogle({ picture: await createScene({ sky: 'none' }) });
    const data = /"data":"([^"]+)"/.exec(String(requests[0]?.body))?.[1] ?? '';
    const corner = await sharp(Buffer.from(data, 'base64'))
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([...corner]).toEqual([255, 255, 255]);
  });
});

describe.each(['openai', 'google'] as const)('%s', (provider) => {
  it('does not send an invalid picture', async () => {
    const picture = { ...(await createScene()), bytes: Buffer.from('no picture at all') };
    const { answer, requests } = await edit(provider, { picture }, sendJson({}));
    expect(answer).toMatchObject({ kind: 'bad-request' });
    expect(requests).toHaveLength(0);
  });
});
