import { ApiErrorSchema } from '@portal/contracts/api-error';
import { renameGenerationBatch } from '@portal/contracts/image-generator';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { pathOf } from '../support/api-files.ts';

let artist: Account;
let id: string;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  id = await startBatch(artist, makeRequest('xai'));
  await waitForBatch(artist, id);
});

const rename = (body: unknown) => callApi('PATCH', `${pathOf(id)}/name`, { as: artist, body });
const readName = async () => (await listBatches(artist))[0]?.customName;

test.each([
  ['a plain name', 'Red fox', 'Red fox'],
  ['150 characters', 'n'.repeat(150), 'n'.repeat(150)],
  ['surrounding spaces', `  ${'m'.repeat(150)}\t\n`, 'm'.repeat(150)],
  ['any script', 'Füchse/狐 <b>"🦊"</b>', 'Füchse/狐 <b>"🦊"</b>'],
])(
  '%s becomes the name, and the response is the updated batch [T7.1.5, T9.0.7]',
  async (_name, name, kept) => {
    const before = (await listBatches(artist))[0];
    const { status, body } = await rename({ name, unknown: true, prompt: 'another' });
    expect(status).toBe(200);
    const changed = renameGenerationBatch.response.parse(body);
    expect(changed).toEqual({
      success: true,
      batch: { ...before, customName: kept, folderLink: null },
    });
    expect(await readName()).toBe(kept);
  },
);

const TOO_LONG = 'A name can have at most 150 characters.';
test.each([
  ['', 'The name is empty.'],
  [' \n ', 'The name is empty.'],
  ['n'.repeat(151), TOO_LONG],
])('rejects the name %j and keeps the old one [T9.0.7]', async (name, message) => {
  const before = await readName();
  const { status, body } = await rename({ name });
  expect({ status, ...ApiErrorSchema.parse(body) }).toMatchObject({
    status: 400,
    code: 'bad-request',
    details: [{ path: 'name', message }],
  });
  expect(await readName()).toBe(before);
});

test.each([{}, { name: 7 }, { name: null }, { name: ['x'] }, { customName: 'x' }])(
  'rejects the body %j',
  async (body) => {
    expect(await rename(body)).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } });
  },
);

test('renames a running batch without interrupting it', async () => {
  const working = await startBatch(artist, makeRequest('xai', { quantity: 12 }));
  const body = { name: 'While it runs' };
  expect((await callApi('PATCH', `${pathOf(working)}/name`, { as: artist, body })).status).toBe(200);
  expect(await waitForBatch(artist, working)).toMatchObject({
    customName: 'While it runs',
    status: 'completed',
    completedCount: 12,
  });
});
