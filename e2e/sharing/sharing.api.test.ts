/** Read-only links to a batch. */
import { readSharedBatch, shareBatch, type SharedBatch } from '@portal/contracts/sharing';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { downloadOf, fetchFile, pathOf } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import * as generator from '../support/generator.ts';
import { addressOf } from '../support/picture-tools.ts';
import { readZip } from '../support/read-zip.ts';
import { setLatency } from '../support/sandbox.ts';

const GONE = { status: 404, body: { error: 'This link was revoked, or its batch was deleted.' } };

let owner: Account;
let colleague: Account;
beforeAll(async () => {
  await setLatency(0);
  [owner, colleague] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
});

const change = (method: 'PUT' | 'DELETE', id: string, as = owner) =>
  callApi(method, addressOf(shareBatch, id), { as });

async function share(id: string): Promise<string> {
  const { body } = await change('PUT', id);
  return z.strictObject({ success: z.literal(true), token: z.string().length(22) }).parse(body).token;
}

const sharedPath = (token: string): string => readSharedBatch.path.replace('{token}', token);
const open = (token: string) => callApi('GET', sharedPath(token), { as: colleague });

/** Nothing that only the owner may know. */
const StrictSharedSchema = z.strictObject(readSharedBatch.response.shape);
const readShared = async (token: string): Promise<SharedBatch> =>
  StrictSharedSchema.parse((await open(token)).body);

test('shows a batch and its pictures to all staff until the link is revoked [D-one-studio.7, D-one-studio.8]', async () => {
  const prompt = generator.makePrompt('is shared');
  const id = await generator.startBatch(owner, generator.makeRequest('xai', { prompt, quantity: 2 }));
  await generator.waitForBatch(owner, id);
  const token = await share(id);
  expect(await share(id)).toBe(token);
  const listed = (await generator.listBatches(owner)).find((each) => each.id === id);
  expect(listed?.shareToken).toBe(token);

  const batch = await readShared(token);
  expect(batch).toMatchObject({ tool: 'image-generator', prompt, ownerEmail: owner.email, total: 2 });
  const files = await readZip((await fetchFile(owner, downloadOf(id))).bytes);
  expect(batch.pictures.map(({ fileName }) => fileName)).toEqual(files.map(({ name }) => name));
  const addresses = batch.pictures.flatMap(({ url, thumbnailUrl }) => [url, thumbnailUrl]);
  for (const [index, { url, thumbnailUrl }] of batch.pictures.entries()) {
    const picture = await fetchFile(colleague, url);
    expect(picture.bytes.equals(files[index]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(picture.headers.get('cache-control')).toBe('private, max-age=300');
    expect((await fetchFile(colleague, thumbnailUrl)).headers.get('content-type')).toBe('image/webp');
  }
  // Everything else stays the owner's.
  for (const path of [downloadOf(id), `${pathOf(id)}/images`, `${pathOf(id)}/images/0`]) {
    expect((await callApi('GET', path, { as: colleague })).status).toBe(404);
  }
  expect((await change('PUT', id, colleague)).status).toBe(404);
  expect((await change('DELETE', id, colleague)).status).toBe(404);
  expect((await fetchFile({ ...colleague, token: '' }, sharedPath(token))).status).toBe(401);

  expect((await change('DELETE', id)).status).toBe(204);
  expect((await change('DELETE', id)).status).toBe(204);
  expect(await open(token)).toMatchObject(GONE);
  for (const path of addresses) expect((await fetchFile(colleague, path)).status).toBe(404);
  const second = await share(id);
  expect(second).not.toBe(token);
  expect(await readShared(second)).toMatchObject({ total: 2 });
  expect(await open(token)).toMatchObject(GONE);
});

test('refuses a link that cannot exist', async () => {
  for (const token of [`__${'x'.repeat(18)}__`, '_'.repeat(22), 'x'.repeat(21)]) {
    for (const path of ['', '/pictures/0', '/pictures/0/thumbnail']) {
      expect(await callApi('GET', sharedPath(token) + path, { as: colleague })).toMatchObject({
        status: 400,
        body: { code: 'bad-request', details: [{ path: 'token', message: 'Invalid link.' }] },
      });
    }
  }
});
