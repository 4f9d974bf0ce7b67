import { MAX_FILE_NAME_LENGTH } from '@portal/contracts/uploads';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { answerError } from '../../http/answer-error.ts';
import { readUploadForm } from './read-upload-form.ts';

const MEGABYTE = 1024 * 1024;
const BOUNDARY = 'a-boundary';

/** Serves a form and returns what was read. */
const app = new Hono().post('/', async (context) => {
  const { files, fields } = await readUploadForm(context);
  return context.json({
    files: files.map(({ name, bytes }) => ({
      name,
      text: bytes.toString('latin1', 0, 20),
      size: bytes.length,
    })),
    fields,
  });
});
app.onError(answerError);

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  app.request('/', { method: 'POST', headers, ...(body !== undefined && { body }) });
const postText = (text: string, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  post(text, { 'content-type': type });

const part = (disposition: string, content = 'abc') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const file = (name: string, content?: string) => part(`name="images"; filename="${name}"`, content);
const END = `--${BOUNDARY}--\r\n`;

function createForm(files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[]): FormData {
  const form = new FormData();
  form.append('batchName', 'Füchse');
  for (const { name, bytes } of files) form.append('images', new File([bytes], name, { type: 'image/png' }));
  return form;
}

test('reads files in order, byte for byte, and fields [D-uploads.2]', async () => {
  const bytes = Uint8Array.from({ length: 256 * 400 }, (_, index) => index % 256);
  const form = createForm([
    { name: 'one.png', bytes },
    { name: 'Straßenfüchse 狐.png', bytes: new Uint8Array(0) },
    { name: 'three.png', bytes: new TextEncoder().encode('\r\n--a') },
  ]);
  const answer = await post(form);
  expect(await answer.json()).toEqual({
    files: [
      { name: 'one.png', text: Buffer.from(bytes).toString('latin1', 0, 20), size: bytes.length },
      { name: 'Straßenfüchse 狐.png', text: '', size: 0 },
      { name: 'three.png', text: '\r\n--a', size: 5 },
    ],
    fields: { batchName: 'Füchse' },
  });
});

test.each([
  ['../../etc/passwd.png', 'passwd.png'],
  ['C:\\\\Users\\\\me\\\\fox.png', 'fox.png'],
  ['a\u0001\u202egnp.exe', 'agnp.exe'],
  ['e\u0301.png', '\u00e9.png'],
  [`${'n'.repeat(400)}.png`, `${'n'.repeat(MAX_FILE_NAME_LENGTH - 4)}.png`],
  ['.', 'image'],
])('renames %j to %j', async (name, expected) => {
  const answer = await postText(file(name) + END);
  expect(await answer.json()).toMatchObject({ files: [{ name: expected, text: 'abc' }] });
});

test('names a file that has no name', async () => {
  const nameless = part('name="images"\r\nContent-Type: application/octet-stream');
  const answer = await postText(nameless + END);
  expect(await answer.json()).toMatchObject({ files: [{ name: 'image', text: 'abc' }] });
});

test('ignores an empty file field', async () => {
  const answer = await postText(file('', '') + part('name="preset"', 'Anime') + END);
  expect(await answer.json()).toEqual({ files: [], fields: { preset: 'Anime' } });
});

test('reads a field called __proto__ like any other', async () => {
  const answer = await postText(part('name="__proto__"', 'x') + END);
  expect(await answer.text()).toBe('{"files":[],"fields":{"__proto__":"x"}}');
});

describe('rejected with a reason', () => {
  test.each([
    ['nothing at all', '', 400],
    ['a form that ends in the middle of a file', file('a.png').slice(0, -4), 400],
    ['a form without its last line', file('a.png'), 400],
    ['no form', 'abc', 400],
    ['a file in another field', part('name="file"; filename="a.png"') + END, 400],
    ['more than 1000 files', file('a.png').repeat(1001) + END, 413],
    ['more than 20 fields', part('name="a"').repeat(21) + END, 413],
    ['a field of more than a megabyte', part('name="a"', 'x'.repeat(MEGABYTE + 1)) + END, 413],
  ])('%s', async (_name, text, status) => {
    const answer = await postText(text);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test.each(['application/json', 'text/plain', 'multipart/mixed; boundary=a', 'multipart/form-data'])(
    'answers 415 to the content type %s',
    async (type) => {
      expect((await postText(file('a.png') + END, type)).status).toBe(415);
    },
  );

  test('answers 400 to a missing boundary', async () => {
    expect((await postText(file('a.png') + END, 'multipart/form-data; charset=utf-8')).status).toBe(400);
  });
});

describe('size limit [D-uploads.2]', () => {
  const createLarge = (bytes: number) => file('large.png', 'x'.repeat(bytes)) + END;

  test('accepts 30 MB of files', async () => {
    expect((await postText(createLarge(30 * MEGABYTE))).status).toBe(200);
  });

  test('rejects a larger body of unknown length', async () => {
    const answer = await postText(createLarge(32 * MEGABYTE));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'too-large' });
  });

  test('rejects a larger body by its declared length before reading it', async () => {
    const answer = await post('x', {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(32 * MEGABYTE + 1),
    });
    expect(answer.status).toBe(413);
  });
});
