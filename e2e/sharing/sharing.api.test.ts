/** Read-only links to a batch. */
import { generatorCalls } from '@portal/contracts/image-generator';
import { readSharedBatch, shareBatch, type SharedBatch } from '@portal/contracts/sharing';
import { Timestamp } from '@google-cloud/firestore';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { downloadOf, fetchFile, pathOf } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import * as generator from '../support/generator.ts';
import * as keywords from '../support/keywords.ts';
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

async function generate(name: string, quantity = 1) {
  const prompt = generator.makePrompt(name);
  const id = await generator.startBatch(owner, generator.makeRequest('xai', { prompt, quantity }));
  await generator.waitForBatch(owner, id);
  return { id, prompt };
}

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
  const { id, prompt } = await generate('is shared', 2);
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

test('a link ends when an admin revokes it, and when its owner is revoked', async () => {
  const leaver = await signIn(newEmail());
  const shareOwn = async () => {
    const prompt = generator.makePrompt('is shared by a leaver');
    const id = await generator.startBatch(leaver, generator.makeRequest('xai', { prompt, quantity: 1 }));
    await generator.waitForBatch(leaver, id);
    const { body } = await change('PUT', id, leaver);
    return { id, token: shareBatch.response.parse(body).token };
  };
  const [ended, left] = [await shareOwn(), await shareOwn()];
  const admin = await signInAdmin();
  const { batchId } = await readShared(ended.token);
  expect((await change('DELETE', batchId, admin)).status).toBe(204);
  expect(await open(ended.token)).toMatchObject(GONE);
  expect(await readShared(left.token)).toMatchObject({ ownerEmail: leaver.email });

  await callApi('DELETE', `/api/admin/user-directory/users/${leaver.uid}`, { as: admin });
  expect(await open(left.token)).toMatchObject(GONE);
  expect((await fetchFile(colleague, `${sharedPath(left.token)}/pictures/0`)).status).toBe(404);
});

test('a link shows the originals of a batch of keywords', async () => {
  const picture = await keywords.makePicture('is described');
  const id = await keywords.startKeywords(owner, [picture]);
  await keywords.waitForBatch(owner, id);
  const { pictures } = await readShared(await share(id));
  expect(pictures).toMatchObject([{ index: 0, kind: 'original', fileName: picture.name }]);
  const { bytes } = await fetchFile(colleague, pictures[0]?.url ?? '');
  expect(bytes.equals(picture.bytes)).toBe(true);
});

test('a link shows no original before its item is done', async () => {
  await setLatency(2000);
  const id = await keywords.startKeywords(owner, [await keywords.makePicture('is not described yet')]);
  const path = `${sharedPath(await share(id))}/pictures/0`;
  for (const address of [path, `${path}/thumbnail`])
    expect((await fetchFile(colleague, address)).status).toBe(404);
  await setLatency(0);
  await keywords.waitForBatch(owner, id);
  expect((await fetchFile(colleague, path)).status).toBe(200);
});

test('a link is gone with its batch, when it is deleted and when it expires', async () => {
  const [deleted, expired] = await Promise.all([generate('is deleted'), generate('expires')]);
  const tokens = { deleted: await share(deleted.id), expired: await share(expired.id) };
  await callApi('DELETE', addressOf(generatorCalls.remove, deleted.id), { as: owner });
  expect(await open(tokens.deleted)).toMatchObject(GONE);
  await expect
    .poll(async () => (await firestore.doc(`shares/${tokens.deleted}`).get()).exists, { timeout: 30_000 })
    .toBe(false);
  await firestore.doc(`batches/${expired.id}`).update({ expiresAt: Timestamp.fromMillis(Date.now() - 1000) });
  expect(await open(tokens.expired)).toMatchObject(GONE);
  expect((await change('PUT', expired.id)).status).toBe(404);
});

test.each(['x'.repeat(22), `${'x'.repeat(21)}!`, 'x'])('answers no batch for the token %s', async (token) => {
  const { status } = await open(token);
  expect(status).toBe(token.length === 22 && !token.includes('!') ? 404 : 400);
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
