import { GENERATION_SETTINGS } from '@portal/contracts/examples/generation-settings';
import { generateImages, generatorCalls } from '@portal/contracts/image-generator';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { makeApp } from '../app.ts';
import { userReference } from '../identity/access-store.ts';
import { startStorage } from '../pictures/uploads/testing/start-storage.ts';
import { useSandbox } from '../providers/testing/start-deps.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { startSandbox } from '../providers/testing/start-sandbox.ts';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';
import { makeToken, startApi } from '../testing/start-api.ts';
import { describeApi } from './describe-api.ts';
import { servedCallsOf } from './served-calls.ts';

const firestore = await startFirestore();
const sandbox = await startSandbox();

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

const REQUEST = { ...GENERATION_SETTINGS.stability, prompt: 'a paper boat', quantity: 1 };

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
  /** The fields of the body, of JSON and of a form. */
  json: string[] | undefined;
  form: string[] | undefined;
}

const listFields = ({ properties = {}, anyOf = [], oneOf = [] }: JsonSchema): string[] => [
  ...new Set([...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(listFields)]),
];

interface Sent {
  headers?: Record<string, string>;
  body?: string | FormData;
}

const PEOPLE = Array.from({ length: 100 }, (_, index) => `artist-${index}`);
const strangers = [...PEOPLE];
/** A new person each time, to stay below the rate limit. */
const nextPerson = (): string => strangers.pop() ?? expect.unreachable('Too few people.');

/** The API with its stand-ins. A request fails the test if the API crashes. */
async function startPortal() {
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  const storage = await startStorage();
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  useSandbox(sandbox);
  const { deps } = await startApi(['admin', ...PEOPLE]);
  await userReference(firestore, 'admin').set({ email: 'admin@studio.example', role: 'admin' });
  const app = makeApp({ ...deps, ...storage.deps });
  const { paths } = DescriptionSchema.parse(describeApi(servedCallsOf(app)));
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]): Route => {
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
  const expectNoCrash = async (
    person: string,
    method: string,
    path: string,
    { headers, body }: Sent = {},
  ) => {
    const uid = path.startsWith('/api/admin/') ? 'admin' : person;
    const answer = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${makeToken(uid)}`, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (answer.status >= 500 || answer.status === 429) {
      expect.fail(
        `${method} ${path} ${typeof body === 'string' ? body : 'a form'}: ${answer.status} ${text}`,
      );
    }
  };
  return { routes, expectNoCrash };
}

const asJson = (body: unknown): Sent => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('no route crashes on odd ids [D-answers-and-errors-of-the-api.3]', async () => {
  const { routes, expectNoCrash } = await startPortal();
  const withIds = routes.filter(({ path }) => path.includes('{'));
  expect(withIds.length).toBeGreaterThan(40);
  for (const id of ODD_IDS) {
    const person = nextPerson();
    for (const { method, path, json } of withIds) {
      const body = json && asJson({ role: 'user', name: 'x' });
      await expectNoCrash(person, method, path.replaceAll(/\{\w+\}/g, id), body);
    }
  }
});

test('no route crashes on odd names and values in its body [D-answers-and-errors-of-the-api.3]', async () => {
  const { routes, expectNoCrash } = await startPortal();
  const withBodies = routes.filter(({ json }) => json !== undefined);
  expect(withBodies.length).toBeGreaterThan(10);
  for (const { method, path, json = [] } of withBodies) {
    const bodies = [
      ...ODD_VALUES,
      ...ODD_NAMES.map((name) => Object.fromEntries([[name, name]])),
      ...ODD_VALUES.map((value) => Object.fromEntries(json.map((field) => [field, value]))),
    ];
    const at = path.replaceAll(/\{\w+\}/g, '0');
    const person = nextPerson();
    for (const body of bodies) await expectNoCrash(person, method, at, asJson(body));
  }
});

test('odd values in an otherwise valid request crash no generation', async () => {
  const { expectNoCrash } = await startPortal();
  const person = nextPerson();
  for (const field of Object.keys(REQUEST)) {
    for (const value of ODD_VALUES) {
      await expectNoCrash(person, 'POST', generateImages.path, asJson({ ...REQUEST, [field]: value }));
    }
  }
});

test('no form crashes on odd names and values of its fields [D-answers-and-errors-of-the-api.3]', async () => {
  const { routes, expectNoCrash } = await startPortal();
  const withForms = routes.filter(({ form }) => form !== undefined);
  expect(withForms.length).toBe(3);
  for (const { path, form: fields = [] } of withForms) {
    const person = nextPerson();
    for (const name of [...ODD_NAMES, ...fields]) {
      for (const value of ODD_VALUES.map((odd) => (typeof odd === 'string' ? odd : JSON.stringify(odd)))) {
        const form = new FormData();
        form.set(name, value);
        await expectNoCrash(person, 'POST', path, { body: form });
      }
    }
  }
});

test('no route crashes on odd headers', async () => {
  const { expectNoCrash } = await startPortal();
  const person = nextPerson();
  const values = [...ODD_NAMES, 'x'.repeat(2000), '"', 'W/"__x__"', '字'.repeat(5)];
  for (const value of values.map((text) => encodeURIComponent(text))) {
    const headers = { 'idempotency-key': value, 'x-time-zone': value, 'if-none-match': `"${value}"` };
    const sent = asJson({ ...REQUEST, quantity: 0 });
    await expectNoCrash(person, 'POST', generateImages.path, {
      ...sent,
      headers: { ...headers, ...sent.headers },
    });
    await expectNoCrash(person, 'GET', generatorCalls.list.path, { headers });
  }
});
