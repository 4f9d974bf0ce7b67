import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadPath } from '@portal/contracts/uploads';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { drawPicture } from '../support/pictures.ts';
import { openFolder, putUpload, sendForm } from '../support/send-pictures.ts';
import { BUCKET, listObjects, readMetadata } from '../support/storage.ts';

const GIGABYTE = 1024 ** 3;
const MAX_BYTES = 20 * 1024 * 1024;
const DAILY_BYTES = 20 * GIGABYTE;

let artist: Account;
let bytes: Buffer;
beforeAll(async () => {
  [artist, bytes] = await Promise.all([signIn(newEmail()), drawPicture()]);
});

const open = (as: Account | undefined, body: object) =>
  callApi('POST', '/api/uploads', { ...(as && { as }), body });
const png = (size = bytes.length) => ({ bytes: size, contentType: 'image/png' });

describe('opens a folder for those who may use the portal [D-access-and-money.2]', () => {
  test('accepts files for some hours, and more files once they are announced', async () => {
    const first = await openFolder(
      artist,
      [png()].map(({ bytes: size }) => ({ bytes: size })),
    );
    expect(Date.parse(first.expiresAt) - Date.now()).toBeGreaterThan(3_600_000);
    expect(await putUpload(artist, first.folder, first.fileIds[0] ?? '', { bytes })).toBe(200);
    const second = await openFolder(artist, [{ bytes: bytes.length }], { folder: first.folder });
    expect(second).toMatchObject({ folder: first.folder, expiresAt: first.expiresAt });
    expect(await putUpload(artist, second.folder, second.fileIds[0] ?? '', { bytes })).toBe(200);
  });

  test('rejects outsiders, and files that were not announced', async () => {
    const outsider = await signIn(newEmail('elsewhere.example'));
    expect((await open(undefined, { tool: 'upscale', files: [png()] })).status).toBe(401);
    expect((await open(outsider, { tool: 'upscale', files: [png()] })).status).toBe(403);
    for (const person of [outsider, artist]) {
      expect(await putUpload(person, randomUUID(), randomUUID(), { bytes })).toBe(403);
    }
    const { folder } = await openFolder(artist, [{ bytes: bytes.length }]);
    const otherUser = await signIn(newEmail());
    expect(await open(otherUser, { tool: 'upscale', folder, files: [png()] })).toMatchObject({
      status: 404,
      body: { error: 'Upload folder not found.' },
    });
  });

  test("enforces the tool's limits before anything is uploaded", async () => {
    const many = (count: number) => Array.from({ length: count }, () => png(1));
    const WRONG: [status: number, body: object][] = [
      [400, { tool: 'image-generator', files: [png()] }],
      [400, { tool: 'upscale', files: [] }],
      [400, { tool: 'upscale', files: [png(0)] }],
      [400, { tool: 'upscale', files: [{ bytes: 9, contentType: 'image/svg+xml' }] }],
      [400, { tool: 'stylizer', files: many(101) }],
      [400, { tool: 'upscale', files: many(1001) }],
      [413, { tool: 'upscale', files: [png(), png(MAX_BYTES)] }],
      [413, { tool: 'stylizer', files: [png(MAX_BYTES + 1)] }],
    ];
    for (const [status, body] of WRONG) {
      expect({ body, answer: await open(artist, body) }).toMatchObject({ body, answer: { status } });
    }
    const { folder } = await openFolder(
      artist,
      many(1000).map(() => ({ bytes: 1 })),
      { tool: 'upscale' },
    );
    expect(await open(artist, { tool: 'upscale', folder, files: many(1) })).toMatchObject({
      status: 413,
      body: { error: 'A folder can contain at most 1000 files.' },
    });
  });
});

test('revoking an account ends its uploads within seconds [D-access-and-money.3]', async () => {
  const person = await signIn(newEmail());
  const { folder, fileIds } = await openFolder(person, [{ bytes: bytes.length }, { bytes: bytes.length }]);
  expect(await putUpload(person, folder, fileIds[0] ?? '', { bytes })).toBe(200);
  const admin = await signInAdmin();
  expect(
    (await callApi('DELETE', `/api/admin/user-directory/users/${person.uid}`, { as: admin })).status,
  ).toBeLessThan(300);
  expect(await putUpload(person, folder, fileIds[1] ?? '', { bytes })).toBe(403);
  expect((await open(person, { tool: 'upscale', files: [png()] })).status).toBe(403);
});

test('limits the bytes per person and day, across announced files and forms', async () => {
  const person = await signIn(newEmail());
  const full = Array.from({ length: 100 }, () => ({ bytes: MAX_BYTES }));
  await Promise.all(Array.from({ length: 5 }, () => openFolder(person, full)));
  for (let opened = 5; opened < Math.floor(DAILY_BYTES / (100 * MAX_BYTES)); opened += 1)
    await openFolder(person, full);
  const answer = await open(person, { tool: 'stylizer', files: full.map(() => png(MAX_BYTES)) });
  expect(answer).toMatchObject({
    status: 429,
    body: { error: "You have reached today's upload limit of 20 GB. It resets at midnight UTC." },
  });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);

  const day = new Date().toISOString().slice(0, 10);
  const usage = firestore.doc(`uploadUsage/${person.uid}~${day}`);
  await usage.update({ bytes: DAILY_BYTES - bytes.length });
  const send = () => sendForm(person, '/api/upscale/multiple', [{ name: 'a.png', bytes }]);
  expect(await send()).toMatchObject({ status: 202 });
  expect(await send()).toMatchObject({ status: 429 });
  expect((await usage.get()).get('bytes')).toBe(DAILY_BYTES);
});

describe('an upload cannot be read by its URL alone [D-access-and-money.4]', () => {
  const TokensSchema = z.object({ downloadTokens: z.string() });

  const send = async (path: string, body: Buffer, headers: Record<string, string>): Promise<Response> => {
    const url = new URL(path, `http://${config.storageAddress}`);
    return fetch(url, {
      method: 'POST',
      headers: { authorization: `Firebase ${artist.token}`, ...headers },
      body: new Uint8Array(body),
    });
  };
  const WAYS: [string, (name: string) => Promise<Response>][] = [
    [
      'at once',
      (name) =>
        send(`/v0/b/${BUCKET}/o?uploadType=media&name=${name}`, bytes, { 'content-type': 'image/png' }),
    ],
    [
      'in chunks',
      async (name) => {
        const started = await send(
          `/v0/b/${BUCKET}/o?name=${name}`,
          Buffer.from('{"contentType":"image/png"}'),
          {
            'content-type': 'application/json',
            'x-goog-upload-protocol': 'resumable',
            'x-goog-upload-command': 'start',
          },
        );
        const half = bytes.length >> 1;
        const to = started.headers.get('x-goog-upload-url') ?? '';
        const part = { 'content-type': 'image/png' };
        await send(to, bytes.subarray(0, half), {
          ...part,
          'x-goog-upload-command': 'upload',
          'x-goog-upload-offset': '0',
        });
        return send(to, bytes.subarray(half), {
          ...part,
          'x-goog-upload-command': 'upload, finalize',
          'x-goog-upload-offset': String(half),
        });
      },
    ],
  ];

  test.each(WAYS)('sent %s', async (_name, upload) => {
    const { folder, fileIds } = await openFolder(artist, [{ bytes: bytes.length }]);
    const name = encodeURIComponent(uploadPath(artist.uid, folder, fileIds[0] ?? ''));
    const answer = await upload(name);
    expect(answer.status).toBe(200);
    const { downloadTokens: token } = TokensSchema.parse(await answer.json());
    expect(token).not.toBe('');
    const read = (query: string) =>
      fetch(`http://${config.storageAddress}/v0/b/${BUCKET}/o/${name}?alt=media${query}`);
    await expect.poll(async () => (await read(`&token=${token}`)).status).toBe(403);
    expect((await read('')).status).toBe(403);
    // Nothing renews it.
    await sleep(1000);
    const metadata = await readMetadata(decodeURIComponent(name));
    expect(metadata).not.toHaveProperty('metadata');
    expect(metadata).toMatchObject({ contentType: 'image/png', size: String(bytes.length) });
  });

  test('not sent as a form either', async () => {
    const person = await signIn(newEmail());
    expect((await sendForm(person, '/api/upscale/multiple', [{ name: 'a.png', bytes }])).status).toBe(202);
    const [name = ''] = await listObjects(`uploads/${person.uid}/`);
    expect(await readMetadata(name)).toMatchObject({ name, contentType: 'image/png' });
    expect(await readMetadata(name)).not.toHaveProperty('metadata');
  });
});
