import { ApiErrorSchema } from '@portal/contracts/api-error';
import type { UploadedFiles } from '@portal/contracts/uploads';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { ANALYZE, listBatches, makePictures, startKeywords, waitForBatch } from '../support/keywords.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, sendForm, type NamedPicture } from '../support/send-pictures.ts';

let writer: Account;
let pictures: NamedPicture[];
let uploads: UploadedFiles;
beforeAll(async () => {
  await setLatency(0);
  writer = await signIn(newEmail());
  pictures = await makePictures('with options');
  uploads = await putUploads(writer, pictures);
});

const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
const WRONG: [field: string, value: unknown, message: RegExp, path?: string][] = [
  ['batchName', ' ', /^The name is empty\.$/],
  ['batchName', 'n'.repeat(151), /^A name can have at most 150 characters\.$/],
  ['context', 'c'.repeat(1001), /^The context can have at most 1000 characters\.$/],
  ['mustAppear', words(26), /^Use at most 25 words\.$/],
  ['mustNotAppear', words(26), /^Use at most 25 words\.$/],
  ['mustAppear', ['fine', 'k'.repeat(61)], /^A keyword can have at most 60 characters\.$/, 'mustAppear.1'],
  ['mustNotAppear', [' '], /^A keyword is empty\.$/, 'mustNotAppear.0'],
  ['mustAppear', 'a, b', /array/],
  ['mustAppear', [7], /string/, 'mustAppear.0'],
  ['keywordCount', 4, /5/],
  ['keywordCount', 51, /50/],
  ['keywordCount', 5.5, /int/],
  ['keywordCount', 'many', /number/],
  ['language', 'Klingon', /English/],
  ['language', 'english', /English/],
];

test.each(WRONG)(
  'rejects an invalid %s in a form and in JSON',
  async (field, value, message, path = field) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const answers = [
      await sendForm(writer, ANALYZE, pictures, { [field]: text }),
      await callApi('POST', ANALYZE, { as: writer, body: { ...uploads, [field]: value } }),
    ];
    for (const { status, body } of answers) {
      expect({ status, ...ApiErrorSchema.parse(body) }).toMatchObject({
        status: 400,
        code: 'bad-request',
        details: [{ path, message: expect.stringMatching(message) }],
      });
    }
    expect(await listBatches(writer)).toEqual([]);
  },
);

test('accepts options at the limits', async () => {
  const caller = await signIn(newEmail());
  const options = {
    context: 'c'.repeat(1000),
    mustAppear: words(25),
    mustNotAppear: ['k'.repeat(60)],
    keywordCount: 25,
    language: 'Turkish',
  };
  const fields = Object.entries(options).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const id = await startKeywords(caller, pictures, Object.fromEntries(fields));
  const batch = await waitForBatch(caller, id);
  expect(batch).toMatchObject({ ...options, status: 'completed' });
  expect(batch.results[0]?.keywords).toEqual(words(25));
});

test('rejects more required words than keywords', async () => {
  const options = { mustAppear: words(6), keywordCount: 5 };
  const body = { ...uploads, ...options };
  expect(await callApi('POST', ANALYZE, { as: writer, body })).toMatchObject({
    status: 400,
    body: {
      details: [{ path: 'mustAppear', message: '6 required words do not fit into 5 keywords.' }],
    },
  });
});
