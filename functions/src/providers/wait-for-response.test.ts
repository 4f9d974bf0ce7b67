import { expect, it } from 'vitest';
import { describePicture } from './describe-picture.ts';
import { createDescribe } from './testing/create-describe.ts';
import { sendJson, startTestServer } from './testing/start-test-server.ts';

const respond = (status: string, changes: Record<string, unknown> = {}) => ({
  id: 'resp_1',
  status,
  output: [],
  usage: null,
  ...changes,
});
const MADE = respond('completed', {
  output: [{ content: [{ type: 'output_text', text: '{"a":1}' }] }],
  usage: { input_tokens: 900, output_tokens: 250 },
});
const failed = (code: string) => respond('failed', { error: { code, message: '' } });

type Answer = readonly [status: number, body: unknown];

/** Starts a response that is queued, and is then fetched and canceled like this; the last answer stays. */
async function run(
  fetches: readonly Answer[],
  cancel: Answer = [200, respond('cancelled')],
  timeoutMs = 20_000,
) {
  const sent: string[] = [];
  let fetched = 0;
  const { url } = await startTestServer((response, seen) => {
    const { method = '' } = response.req;
    sent.push(`${method} ${seen.url}`);
    if (seen.url === '/responses') return sendJson(respond('queued'))(response);
    if (seen.url.endsWith('/cancel')) return sendJson(cancel[1], cancel[0])(response);
    const [status, body] = fetches[Math.min(fetched, fetches.length - 1)] ?? [599, {}];
    fetched += 1;
    return sendJson(body, status)(response);
  });
  const access = { baseUrl: url, apiKey: 'key-1', fetch };
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await describePicture(
    access,
    'openai',
    await createDescribe(),
    'a-model',
    signal,
    async (id) => {
      sent.push(`started ${id}`);
    },
  );
  return { answer, sent };
}

const START = ['POST /responses', 'started resp_1'];
const GET = 'GET /responses/resp_1';

it('says which response has started before it fetches it, until it is final', async () => {
  const { answer, sent } = await run([
    [200, respond('queued')],
    [200, respond('in_progress')],
    [200, MADE],
  ]);
  expect(answer).toMatchObject({ kind: 'made', made: '{"a":1}', usage: { textInputTokens: 900 } });
  expect(sent).toEqual([...START, GET, GET, GET]);
});

it('fetches again after failures, because that is free', async () => {
  const { answer, sent } = await run([
    [404, {}],
    [429, {}],
    [404, {}],
    [404, {}],
    [200, MADE],
  ]);
  expect(answer).toMatchObject({ kind: 'made' });
  expect(sent).toHaveLength(START.length + 5);
});

it.each([404, 401])(
  'gives up after three times %i, and never says that the call was free',
  async (status) => {
    const { answer, sent } = await run([[status, {}]]);
    expect(answer).toMatchObject({ kind: 'connection-lost' });
    expect(sent).toEqual([...START, GET, GET, GET]);
  },
);

it.each([
  ['server_error', 'unavailable'],
  ['rate_limit_exceeded', 'rate-limited'],
  ['invalid_image_format', 'bad-request'],
  ['data_residency_mismatch', 'bad-request'],
  ['image_content_policy_violation', 'refused'],
  ['bio_policy', 'refused'],
  ['misalignment_policy_violation', 'refused'],
  ['something_new', 'broken-answer'],
])('reports work that failed for free by %s as %s', async (code, kind) => {
  expect((await run([[200, failed(code)]])).answer).toMatchObject({ kind });
});

it('reports work that failed after it was charged as damaged', async () => {
  const charged = { ...failed('server_error'), usage: { input_tokens: 900, output_tokens: 0 } };
  expect((await run([[200, charged]])).answer).toMatchObject({ kind: 'broken-answer' });
});

it('cancels a response when its time is over', async () => {
  const { answer, sent } = await run([[200, respond('in_progress')]], undefined, 1200);
  expect(answer).toMatchObject({ kind: 'timed-out', detail: 'the response was canceled' });
  expect(sent.at(-1)).toBe('POST /responses/resp_1/cancel');
});

it('uses a response that ended just before it was canceled', async () => {
  const { answer } = await run([[200, respond('in_progress')]], [200, MADE], 1200);
  expect(answer).toMatchObject({ kind: 'made', made: '{"a":1}' });
});

it('has timed out even if it cannot be canceled', async () => {
  const { answer } = await run([[200, respond('in_progress')]], [500, {}], 1200);
  expect(answer).toMatchObject({ kind: 'timed-out' });
});
