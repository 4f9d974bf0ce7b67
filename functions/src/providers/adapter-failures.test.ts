import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import type { Provider } from '@portal/contracts/generation-request';
import { describe, expect, it } from 'vitest';
import { generateImage } from './generate-image.ts';
import type { ProviderFailure } from './provider-answer.ts';
import { createPicture } from './testing/create-picture.ts';
import { createRequest } from './testing/create-request.ts';
import { sendJson, startTestServer } from './testing/start-test-server.ts';

const PROVIDERS: Provider[] = ['openai', 'google', 'stability', 'xai'];
const KEY = 'secret-key-42';

async function call(provider: Provider, baseUrl: string, signal = new AbortController().signal) {
  return generateImage({ baseUrl, apiKey: KEY, fetch }, createRequest(provider), 'a-model', signal);
}

/** Makes one call and returns its failure. Asserts that it was sent only once. */
async function failWith(
  provider: Provider,
  answer: (response: ServerResponse) => unknown,
  signal?: AbortSignal,
) {
  const { url, requests } = await startTestServer(answer);
  const result = await call(provider, url, signal);
  expect(requests).toHaveLength(1);
  expect(JSON.stringify(result)).not.toContain(KEY);
  return result;
}

const openaiError = (code: string, message = 'No.') => ({ error: { message, type: 'x', param: null, code } });
const googleError = (status: string, details: unknown[] = []) => ({
  error: { code: 400, message: 'No.', status, details },
});

/** As in https://github.com/openai-php/client/issues/565. */
const UNVERIFIED =
  'Your organization must be verified to use the model `gpt-image-1`. If you just verified, it can take up to 15 minutes.';

/** Each provider's error responses. */
const FAILURE_ANSWERS: [Provider, string, ReturnType<typeof sendJson>, Partial<ProviderFailure>][] = [
  ['openai', 'a blocked prompt', sendJson(openaiError('moderation_blocked'), 400), { kind: 'refused' }],
  ['openai', 'a policy', sendJson(openaiError('content_policy_violation'), 400), { kind: 'refused' }],
  ['openai', 'an unknown model', sendJson(openaiError('model_not_found'), 404), { kind: 'bad-request' }],
  [
    'openai',
    'a model not for this key',
    sendJson(openaiError('model_not_found'), 403),
    { kind: 'bad-request' },
  ],
  ['openai', 'a bad field', sendJson(openaiError('invalid_value'), 400), { kind: 'bad-request' }],
  [
    'openai',
    'a wrong key',
    sendJson(openaiError('invalid_api_key', `Incorrect API key provided: ${KEY}.`), 401),
    { kind: 'key-rejected', detail: '401' },
  ],
  [
    'openai',
    'an organization that is not verified',
    sendJson({ error: { message: UNVERIFIED, type: 'invalid_request_error', param: null, code: null } }, 403),
    { kind: 'unverified' },
  ],
  [
    'openai',
    'no money left',
    sendJson(openaiError('insufficient_quota'), 429, { 'retry-after': '1' }),
    { kind: 'rate-limited', retryAfterSeconds: 3600, isExhausted: true },
  ],
  [
    'openai',
    'a hard limit',
    sendJson(openaiError('billing_hard_limit_reached'), 400),
    { kind: 'rate-limited', retryAfterSeconds: 3600, isExhausted: true },
  ],
  ['openai', 'no image', sendJson({ created: 1, data: [] }), { kind: 'broken-answer' }],
  [
    'google',
    'a candidate without an image',
    sendJson({ candidates: [{ finishReason: 'IMAGE_SAFETY', content: { parts: [{ text: 'Sorry.' }] } }] }),
    { kind: 'refused', detail: 'IMAGE_SAFETY' },
  ],
  [
    'google',
    'a blocked prompt',
    sendJson({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
    { kind: 'refused', detail: 'PROHIBITED_CONTENT' },
  ],
  ['google', 'nothing at all', sendJson({}), { kind: 'broken-answer' }],
  [
    'google',
    'a wrong key',
    sendJson(googleError('INVALID_ARGUMENT', [{ reason: 'API_KEY_INVALID' }]), 400),
    { kind: 'key-rejected' },
  ],
  ['google', 'a bad field', sendJson(googleError('INVALID_ARGUMENT'), 400), { kind: 'bad-request' }],
  ['google', 'an unknown model', sendJson(googleError('NOT_FOUND'), 404), { kind: 'bad-request' }],
  [
    'google',
    'how long to wait',
    sendJson(googleError('RESOURCE_EXHAUSTED', [{ retryDelay: '34.5s' }]), 429),
    { kind: 'rate-limited', retryAfterSeconds: 35 },
  ],
  [
    'google',
    'no images left today',
    sendJson(
      googleError('RESOURCE_EXHAUSTED', [{ quotaId: 'RequestsPerDayPerModel' }, { retryDelay: '4s' }]),
      429,
    ),
    { kind: 'rate-limited', retryAfterSeconds: 3600, isExhausted: true },
  ],
  [
    'stability',
    'moderation',
    sendJson({ id: '1', name: 'content_moderation', errors: ['Flagged.'] }, 403),
    { kind: 'refused' },
  ],
  [
    'stability',
    'a filtered image',
    (response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'finish-reason': 'CONTENT_FILTERED' }).end(),
    { kind: 'refused' },
  ],
  ['stability', 'a wrong key', sendJson({ name: 'unauthorized', errors: [] }, 401), { kind: 'key-rejected' }],
  ['stability', 'a bad field', sendJson({ name: 'bad_request', errors: [] }, 400), { kind: 'bad-request' }],
  [
    'stability',
    'no money left',
    sendJson({ name: 'payment_required', errors: [] }, 402),
    { kind: 'rate-limited', retryAfterSeconds: 3600, isExhausted: true },
  ],
  [
    'xai',
    'moderation',
    sendJson({ code: 'invalid', error: 'Generated image rejected by content moderation.' }, 400),
    { kind: 'refused' },
  ],
  [
    'xai',
    'its guidelines',
    sendJson({ code: 'no permission', error: 'Content violates usage guidelines.' }, 403),
    { kind: 'refused' },
  ],
  ['xai', 'a blocked prompt', sendJson({ block_reason: 'moderation', data: [] }), { kind: 'refused' }],
  ['xai', 'an image held back', sendJson({ data: [{ respect_moderation: false }] }), { kind: 'refused' }],
  [
    'xai',
    'a wrong key',
    sendJson({ code: 'invalid', error: `Incorrect API key provided: ${KEY}` }, 400),
    { kind: 'key-rejected' },
  ],
  [
    'xai',
    'no money left',
    sendJson({ code: 'no permission', error: 'Your team has used all available credits.' }, 403),
    { kind: 'rate-limited', retryAfterSeconds: 3600, isExhausted: true },
  ],
  [
    'xai',
    'a bad field',
    sendJson({ code: 'invalid', error: 'Unknown field: size' }, 400),
    { kind: 'bad-request' },
  ],
];

describe('failure answers of providers', () => {
  it.each(FAILURE_ANSWERS)('%s says %s', async (provider, _what, answer, expected) => {
    expect(await failWith(provider, answer)).toMatchObject(expected);
  });
});

describe.each(PROVIDERS)('%s', (provider) => {
  it.each([
    [401, 'key-rejected'],
    [403, 'key-rejected'],
    [400, 'bad-request'],
    [404, 'bad-request'],
    [307, 'unavailable'],
    [500, 'unavailable'],
    [529, 'unavailable'],
    [408, 'timed-out'],
    [502, 'timed-out'],
    [504, 'timed-out'],
  ])('%i is %s', async (status, kind) => {
    const answer = (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'text/html', location: '/elsewhere' }).end('<p>Sorry');
    expect(await failWith(provider, answer)).toMatchObject({ kind });
  });

  it('reads how long to wait, in seconds or until a date [D-providers.3]', async () => {
    const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
    expect(await failWith(provider, sendJson({}, 429, { 'retry-after': '17' }))).toMatchObject({
      kind: 'rate-limited',
      retryAfterSeconds: 17,
    });
    const dated = await failWith(provider, sendJson({}, 429, { 'retry-after': inTwoMinutes }));
    expect(dated.kind === 'rate-limited' && Math.round((dated.retryAfterSeconds ?? 0) / 10)).toBe(12);
    expect(await failWith(provider, sendJson({}, 429))).not.toHaveProperty('retryAfterSeconds');
  });

  it('is not-sent if nothing listens, the host is unknown, or no time is left', async () => {
    expect(await call(provider, await findSilentUrl())).toMatchObject({ kind: 'not-sent' });
    expect(await call(provider, 'http://nowhere.invalid')).toMatchObject({ kind: 'not-sent' });
    const { url, requests } = await startTestServer(sendJson({}));
    expect(await call(provider, url, AbortSignal.abort())).toMatchObject({ kind: 'not-sent' });
    expect(requests).toHaveLength(0);
  });

  it('is timed-out without an answer, or if the answer stops', async () => {
    const silent = new AbortController();
    expect(await failWith(provider, () => silent.abort(), silent.signal)).toMatchObject({
      kind: 'timed-out',
    });
    const controller = new AbortController();
    const halfway = (response: ServerResponse) =>
      response.writeHead(200, TYPES[provider]).write('{"da', () => setTimeout(() => controller.abort(), 50));
    expect(await failWith(provider, halfway, controller.signal)).toMatchObject({ kind: 'timed-out' });
  });

  it('is connection-lost after a reset, or a close before the answer', async () => {
    const reset = (response: ServerResponse) => response.socket?.resetAndDestroy();
    const close = (response: ServerResponse) => response.socket?.destroy();
    expect(await failWith(provider, reset)).toMatchObject({ kind: 'connection-lost' });
    expect(await failWith(provider, close)).toMatchObject({ kind: 'connection-lost' });
    const within = (response: ServerResponse) => {
      response.writeHead(200, { ...TYPES[provider], 'content-length': '5000' });
      response.write('{"da', () => setTimeout(() => reset(response), 50));
    };
    expect(await failWith(provider, within)).toMatchObject({ kind: 'connection-lost' });
  });

  it('is broken-answer if the answer ends too early or is incomplete', async () => {
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { ...TYPES[provider], 'content-length': '5000' });
      response.write('{"da', () => setTimeout(() => response.socket?.end(), 50));
    };
    expect(await failWith(provider, cut)).toMatchObject({ kind: 'broken-answer' });
    const picture = await createPicture(FORMATS[provider]);
    const half = picture.subarray(0, picture.length / 2);
    expect(await failWith(provider, answerImage(provider, half))).toMatchObject({ kind: 'broken-answer' });
    const json = provider === 'stability' ? half : '{"data":[{"b64_js';
    const broken = (response: ServerResponse) => response.writeHead(200, TYPES[provider]).end(json);
    expect(await failWith(provider, broken)).toMatchObject({ kind: 'broken-answer' });
  });

  it('is wrong-content for a web page, whatever its content type', async () => {
    const page = Buffer.from('<!doctype html><title>Hello</title>');
    const html = (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    expect(await failWith(provider, html)).toMatchObject({ kind: 'wrong-content' });
    expect(await failWith(provider, answerImage(provider, page))).toMatchObject({ kind: 'wrong-content' });
  });
});

/** An address where no server listens. */
async function findSilentUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const TYPES: Record<Provider, Record<string, string>> = {
  openai: JSON_TYPE,
  google: JSON_TYPE,
  stability: { 'content-type': 'image/png' },
  xai: JSON_TYPE,
};
const FORMATS = { openai: 'png', google: 'png', stability: 'png', xai: 'jpeg' } as const;

/** A valid answer with these bytes as its image. */
function answerImage(provider: Provider, bytes: Buffer): (response: ServerResponse) => unknown {
  const data = bytes.toString('base64');
  if (provider === 'stability') return (response) => response.writeHead(200, TYPES.stability).end(bytes);
  if (provider !== 'google') return sendJson({ data: [{ b64_json: data }] });
  return sendJson({
    candidates: [
      { finishReason: 'STOP', content: { parts: [{ inlineData: { mimeType: 'image/png', data } }] } },
    ],
  });
}
