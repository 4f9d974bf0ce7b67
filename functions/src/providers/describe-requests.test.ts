import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import { describePicture } from './describe-picture.ts';
import type { DescribeRequest } from './describe-request.ts';
import { DEFAULT_MODELS, priceOf } from './model-registry.ts';
import { createDescribe } from './testing/create-describe.ts';
import { createScene } from './testing/create-edit.ts';
import { sendJson, startTestServer } from './testing/start-test-server.ts';

const { signal } = new AbortController();

/** Sends the request to a test server. Returns what the server received. */
async function ask(provider: PictureProvider, body: unknown, overrides: Partial<DescribeRequest> = {}) {
  const { url, requests } = await startTestServer(sendJson(body));
  const access = { baseUrl: url, apiKey: 'key-1', fetch };
  const request = await createDescribe(overrides);
  const answer = await describePicture(access, provider, request, 'a-model', signal);
  return { answer, requests, request, sent: JSON.parse(String(requests[0]?.body ?? 'null')) as unknown };
}

const openaiAnswer = (content: unknown[], changes: Record<string, unknown> = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output: [
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content },
  ],
  usage: {
    input_tokens: 900,
    input_tokens_details: { cached_tokens: 300 },
    output_tokens: 250,
    output_tokens_details: { reasoning_tokens: 100 },
    total_tokens: 1150,
  },
  ...changes,
});
const outputText = (text: string) => ({ type: 'output_text', text, annotations: [] });

const googleAnswer = (parts: unknown[], finishReason = 'STOP') => ({
  candidates: [{ finishReason, content: { role: 'model', parts } }],
  usageMetadata: {
    promptTokenCount: 1300,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 180 },
      { modality: 'IMAGE', tokenCount: 1120 },
    ],
    cachedContentTokenCount: 100,
    candidatesTokenCount: 200,
    thoughtsTokenCount: 60,
  },
});

describe('openai', () => {
  it('requests texts with the schema once, in the background [D-providers.15]', async () => {
    const { answer, requests, request, sent } = await ask('openai', openaiAnswer([outputText('{"a":1}')]));

    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/responses', 'Bearer key-1'],
    ]);
    const url = `data:image/png;base64,${request.picture.bytes.toString('base64')}`;
    expect(sent).toEqual({
      model: 'a-model',
      instructions: request.instructions,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: url, detail: 'auto' },
            { type: 'input_text', text: request.request },
          ],
        },
      ],
      text: { format: { type: 'json_schema', name: 'texts', schema: request.schema, strict: true } },
      reasoning: { effort: 'low' },
      max_output_tokens: 8000,
      background: true,
      store: true,
    });
    expect(answer).toEqual({
      kind: 'made',
      made: '{"a":1}',
      usage: { textInputTokens: 600, imageInputTokens: 0, cachedInputTokens: 300, outputTokens: 250 },
    });
  });

  const cut = (reason: string) => ({ status: 'incomplete', incomplete_details: { reason } });
  it.each([
    ['a refusal', openaiAnswer([{ type: 'refusal', refusal: 'I cannot.' }]), 'refused'],
    ['a filter', openaiAnswer([outputText('{')], cut('content_filter')), 'refused'],
    ['too many tokens', openaiAnswer([outputText('{"a')], cut('max_output_tokens')), 'broken-answer'],
    [
      'a policy',
      openaiAnswer([], { status: 'failed', error: { code: 'image_content_policy_violation', message: '' } }),
      'refused',
    ],
    [
      'a fault',
      openaiAnswer([], { status: 'failed', error: { code: 'server_error', message: '' } }),
      'broken-answer',
    ],
    ['nothing', {}, 'broken-answer'],
  ])('that ends by %s is %3$s', async (_, body, kind) => {
    expect((await ask('openai', body)).answer).toMatchObject({ kind });
  });

  it('reports the tokens of a refusal, which are charged', async () => {
    // Those of a picture in https://github.com/openai/openai-openapi, `POST /responses`.
    const usage = {
      input_tokens: 328,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 52,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 380,
    };
    const { answer } = await ask('openai', {
      ...openaiAnswer([{ type: 'refusal', refusal: 'I cannot.' }]),
      usage,
    });
    expect(answer).toMatchObject({ kind: 'refused', usage: { textInputTokens: 328, outputTokens: 52 } });
    // By the list price of a million: 0.75 dollars for input, 4.5 for output.
    expect(priceOf(answer.usage, DEFAULT_MODELS['keywords-openai'], 1)).toBeCloseTo(
      (328 * 0.75 + 52 * 4.5) / 1_000_000,
      12,
    );
  });
});

describe('google', () => {
  it('requests texts with the schema once, with little thinking [D-providers.15]', async () => {
    const { answer, requests, request, sent } = await ask(
      'google',
      googleAnswer([{ text: 'Hm.', thought: true }, { text: '{"a"' }, { text: ':1}' }]),
    );

    expect(requests.map(({ url, headers }) => [url, headers['x-goog-api-key']])).toEqual([
      ['/v1beta/models/a-model:generateContent', 'key-1'],
    ]);
    const inlineData = { mimeType: 'image/png', data: request.picture.bytes.toString('base64') };
    expect(sent).toEqual({
      contents: [{ role: 'user', parts: [{ inlineData }, { text: request.request }] }],
      systemInstruction: { role: 'user', parts: [{ text: request.instructions }] },
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: request.schema,
        thinkingConfig: { thinkingLevel: 'LOW' },
        maxOutputTokens: 8000,
      },
    });
    expect(answer).toEqual({
      kind: 'made',
      made: '{"a":1}',
      usage: {
        textInputTokens: 80,
        imageInputTokens: 1120,
        cachedInputTokens: 100,
        outputTokens: 200,
        thinkingTokens: 60,
      },
    });
  });

  it.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'OTHER' } }, 'refused'],
    ['safety', googleAnswer([], 'SAFETY'), 'refused'],
    ['a document that may not be listed', googleAnswer([{ text: '{' }], 'PROHIBITED_CONTENT'), 'refused'],
    ['too many tokens', googleAnswer([{ text: '{"a' }], 'MAX_TOKENS'), 'broken-answer'],
    ['an unknown error', googleAnswer([], 'OTHER'), 'broken-answer'],
    ['nothing', {}, 'broken-answer'],
  ])('that ends by %s is %3$s', async (_, body, kind) => {
    expect((await ask('google', body)).answer).toMatchObject({ kind });
  });
});

describe.each(['openai', 'google'] as const)('%s', (provider) => {
  it('accepts an empty answer, which the caller may repair', async () => {
    const body = provider === 'openai' ? openaiAnswer([outputText('')]) : googleAnswer([]);
    expect((await ask(provider, body)).answer).toMatchObject({ kind: 'made', made: '' });
  });

  it('sends large pictures at 1024 pixels, and the first image of a GIF, as JPEG', async () => {
    const scene = await createScene({ width: 2400, height: 1600, sky: 'none' });
    const gif = await sharp(scene.bytes).resize(300).gif().toBuffer();
    const pictures = [scene, { bytes: gif, contentType: 'image/gif' as const }];
    const seen = [];
    for (const picture of pictures) {
      const { sent } = await ask(provider, {}, { picture });
      const data = /"(?:data:image\/jpeg;base64,)?(\/9j\/[^"]+)"/.exec(JSON.stringify(sent))?.[1] ?? '';
      const { format, width, height } = await sharp(Buffer.from(data, 'base64')).metadata();
      seen.push([format, width, height]);
    }
    expect(seen).toEqual([
      ['jpeg', 1024, 683],
      ['jpeg', 300, 200],
    ]);
  });

  it('does not send an invalid picture', async () => {
    const picture = { bytes: Buffer.from('no picture at all'), contentType: 'image/png' as const };
    const { answer, requests } = await ask(provider, {}, { picture });
    expect(answer).toMatchObject({ kind: 'bad-request' });
    expect(requests).toHaveLength(0);
  });
});
