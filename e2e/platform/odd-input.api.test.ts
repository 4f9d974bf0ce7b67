import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import { forgeToken, newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, providerNames } from '../support/generator.ts';

/** Each has a special meaning in Firestore, Cloud Storage, Firebase Auth, JavaScript or URLs. */
const ODD_IDS = [
  '__x__',
  '__.__',
  '____________',
  '%2E%2E%2Fx',
  'a%2Fb',
  '%00',
  '%EF%BF%BE',
  '%F0%9F%A6%8A',
  'constructor',
  '__proto__',
  'toString',
  '-1',
  '9'.repeat(30),
  'x'.repeat(129),
  'x'.repeat(1600),
  encodeURIComponent('x@'.repeat(70)),
  encodeURIComponent('字'.repeat(600)),
];
const ODD_NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '__x__', ''];
const ODD_VALUES = ['constructor', '__proto__', '__x__', '\0', '\u{d800}', null, -1, 1e308, {}, [[]]];

interface JsonSchema {
  properties?: Record<string, unknown> | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
}
const JsonSchemaSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    properties: z.record(z.string(), z.unknown()).optional(),
    anyOf: z.array(JsonSchemaSchema).optional(),
    oneOf: z.array(JsonSchemaSchema).optional(),
  }),
);
const DescriptionSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: JsonSchemaSchema })) })
          .optional(),
      }),
    ),
  ),
});
interface Route {
  method: string;
  path: string;
  /** The form fields of the body, if it takes a form. */
  json: string[] | undefined;
  form: string[] | undefined;
}

const listFields = ({ properties = {}, anyOf = [], oneOf = [] }: JsonSchema): string[] => [
  ...new Set([...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(listFields)]),
];

let admin: Account;
let routes: Route[];
beforeAll(async () => {
  admin = await signInAdmin();
  const { paths } = DescriptionSchema.parse((await callApi('GET', '/api/openapi.json', { as: admin })).body);
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => {
      const json = requestBody?.content['application/json'];
      const form = requestBody?.content['multipart/form-data'];
      return {
        method: method.toUpperCase(),
        path,
        json: json && listFields(json.schema),
        form: form && listFields(form.schema),
      };
    }),
  );
});

/** A new person each time, to stay below the rate limit. */
const chooseCaller = (path: string, artist: Account) => (path.startsWith('/api/admin/') ? admin : artist);

interface Sent {
  headers?: Record<string, string>;
  body?: string | FormData;
}

/** Bypasses Hosting, which answers some of these itself. */
async function expectNoServerError(as: Account, method: string, path: string, init: Sent = {}) {
  const answer = await fetch(config.apiFunctionUrl + path, {
    ...init,
    method,
    headers: { authorization: `Bearer ${as.token}`, ...init.headers },
  });
  const text = await answer.text();
  if (answer.status >= 500 || answer.status === 429) {
    expect.fail(
      `${method} ${path} ${typeof init.body === 'string' ? init.body : 'a form'}: ${answer.status} ${text}`,
    );
  }
}

const asJson = (body: unknown): Sent => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test.each(ODD_IDS)('no route crashes on the id %j [D-answers-and-errors-of-the-api.3]', async (id) => {
  const artist = await signIn(newEmail());
  const withIds = routes.filter(({ path }) => path.includes('{'));
  expect(withIds.length).toBeGreaterThan(40);
  await Promise.all(
    withIds.map(({ method, path, json }) => {
      const body = json && asJson({ role: 'user', name: 'x' });
      return expectNoServerError(chooseCaller(path, artist), method, path.replaceAll(/\{\w+\}/g, id), body);
    }),
  );
});

test('no route crashes on odd names and values in its body [D-answers-and-errors-of-the-api.3]', async () => {
  const withBodies = routes.filter(({ json }) => json !== undefined);
  expect(withBodies.length).toBeGreaterThan(10);
  for (const { method, path, json = [] } of withBodies) {
    const bodies = [
      ...ODD_VALUES,
      ...ODD_NAMES.map((name) => Object.fromEntries([[name, name]])),
      ...ODD_VALUES.map((value) => Object.fromEntries(json.map((field) => [field, value]))),
    ];
    const at = path.replaceAll(/\{\w+\}/g, '0');
    const artist = await signIn(newEmail());
    await Promise.all(
      bodies.map((body) => expectNoServerError(chooseCaller(path, artist), method, at, asJson(body))),
    );
  }
});

test('odd values in an otherwise valid request crash no generation', async () => {
  for (const provider of providerNames) {
    const artist = await signIn(newEmail());
    for (const field of Object.keys(makeRequest(provider))) {
      for (const value of ODD_VALUES) {
        if (field === 'prompt' && typeof value === 'string') continue;
        const body = asJson(makeRequest(provider, { [field]: value }));
        await expectNoServerError(artist, 'POST', '/api/image-generator/generate', body);
      }
    }
  }
});

test('no form crashes on odd names and values of its fields [D-answers-and-errors-of-the-api.3]', async () => {
  const withForms = routes.filter(({ form }) => form !== undefined);
  expect(withForms.length).toBe(3);
  for (const { path, form: fields = [] } of withForms) {
    const artist = await signIn(newEmail());
    for (const name of [...ODD_NAMES, ...fields]) {
      for (const value of ODD_VALUES.map((odd) => (typeof odd === 'string' ? odd : JSON.stringify(odd)))) {
        const form = new FormData();
        form.set(name, value);
        await expectNoServerError(artist, 'POST', path, { body: form });
      }
    }
  }
});

test('no route crashes on odd headers', async () => {
  const artist = await signIn(newEmail());
  const values = [...ODD_NAMES, 'x'.repeat(2000), '"', 'W/"__x__"', '字'.repeat(5)];
  for (const value of values.map((text) => encodeURIComponent(text))) {
    const headers = { 'idempotency-key': value, 'x-time-zone': value, 'if-none-match': `"${value}"` };
    const sent = asJson(makeRequest('xai', { quantity: 0 }));
    const odd = { ...sent, headers: { ...headers, ...sent.headers } };
    await expectNoServerError(artist, 'POST', '/api/image-generator/generate', odd);
    await expectNoServerError(artist, 'GET', '/api/image-generator/batches', { headers });
  }
});

const encode = (text: string) => Buffer.from(text).toString('base64url');
const HEADER = encode('{"alg":"RS256","typ":"JWT","kid":"x"}');

test.each([
  'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IngifQ.eyJhIjo.x',
  ...['null', '""', '[]', '0', '{"sub":{}}', '{'].map((payload) => `${HEADER}.${encode(payload)}.x`),
  ...['null', '{', '{"alg":"none"}'].map((header) => `${encode(header)}.${encode('{"sub":"x"}')}.`),
  forgeToken({ sub: 'x'.repeat(129) }),
  forgeToken({ sub: '__x__', user_id: '__x__' }),
  forgeToken({ sub: 7 }),
])('rejects the malformed token %s with 401 [D-identity-and-access.1]', async (token) => {
  expect(await callApi('GET', '/api/auth/user', { as: { token } })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});

test.each([{ email: undefined }, { email: '' }, { email: 'no-at-sign' }, { email: 7 }, { email: '__x@x__' }])(
  'rejects a valid token with %j with 403 [D-identity-and-access.4]',
  async (claims) => {
    const { uid } = await signIn(newEmail());
    const token = forgeToken({ sub: uid, user_id: uid, ...claims });
    expect(await callApi('GET', '/api/auth/user', { as: { token } })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  },
);
