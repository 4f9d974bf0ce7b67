import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Timestamp } from '@google-cloud/firestore';
import { PICTURE_TYPES } from '@portal/contracts/picture-type';
import { uploadPath } from '@portal/contracts/uploads';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
} from 'firebase/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { config } from '../config.ts';
import { firestore } from '../support/firestore.ts';

/** The rules allow no overwrites, so each run uses its own names. */
const ARTIST = `artist-${Date.now()}`;
const STRANGER = `stranger-${Date.now()}`;
const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
let environment: RulesTestEnvironment;

const makeStaff = (uid: string) =>
  firestore.doc(`users/${uid}`).set({ email: `${uid}@studio.example`, role: 'user' });

beforeAll(async () => {
  const [host = '', port] = config.storageAddress.split(':');
  environment = await initializeTestEnvironment({
    projectId: config.projectId,
    storage: {
      host,
      port: Number(port),
      rules: readFileSync(join(import.meta.dirname, '../../storage.rules'), 'utf8'),
    },
  });
  await Promise.all([makeStaff(ARTIST), makeStaff(STRANGER)]);
});
afterAll(async () => {
  await environment.cleanup();
  await Promise.all([ARTIST, STRANGER].map((uid) => firestore.doc(`users/${uid}`).delete()));
});

interface Announced {
  bytes?: number;
  contentType?: string;
}

/** Opens a folder for one file like the server, and returns the file's path. */
async function openFolder(
  { bytes = 10, contentType = 'image/png' }: Announced = {},
  { owner = ARTIST, inMs = HOUR_MS } = {},
): Promise<{ path: string; folder: string }> {
  const [folder, file] = [crypto.randomUUID(), crypto.randomUUID()];
  await firestore.doc(`uploadFolders/${folder}`).set({
    owner,
    expiresAt: Timestamp.fromMillis(Date.now() + inMs),
    files: { [file]: { bytes, contentType } },
  });
  return { path: uploadPath(owner, folder, file), folder };
}

const storageOf = (uid: string) => environment.authenticatedContext(uid).storage();
const put = (uid: string, path: string, { bytes = 10, contentType = 'image/png' }: Announced = {}) =>
  uploadBytes(ref(storageOf(uid), path), new Uint8Array(bytes), { contentType });
const putInPieces = async (
  uid: string,
  path: string,
  bytes = new Uint8Array(10),
  contentType = 'image/png',
) => uploadBytesResumable(ref(storageOf(uid), path), bytes, { contentType });

describe('lets staff upload announced files into their own folder [D-uploads.3]', () => {
  test.each(PICTURE_TYPES)('%s', async (contentType) => {
    const { path } = await openFolder({ contentType });
    await assertSucceeds(put(ARTIST, path, { contentType }));
  });

  test('exactly 20 MB', async () => {
    const { path } = await openFolder({ bytes: 20 * MEGABYTE });
    await assertSucceeds(put(ARTIST, path, { bytes: 20 * MEGABYTE }));
  });

  test('a large image, resumable', async () => {
    const bytes = Uint8Array.from({ length: 3 * MEGABYTE + 1 }, (_, index) => index % 251);
    const { path } = await openFolder({ bytes: bytes.length });
    await assertSucceeds(putInPieces(ARTIST, path, bytes));
    await environment.withSecurityRulesDisabled(async (context) => {
      const stored = new Uint8Array(await getBytes(ref(context.storage(), path)));
      expect(Buffer.from(stored).equals(bytes)).toBe(true);
    });
  });
});

interface Refused {
  /** The open folder and its owner. */
  announced?: Announced;
  opened?: { owner?: string; inMs?: number };
  /** The upload to try. */
  sent?: Announced;
  as?: string;
  where?: (path: string, folder: string) => string;
}

const REFUSED: [string, Refused][] = [
  ["another person's folder", { as: STRANGER }],
  [
    "another person's folder under one's own name",
    { as: STRANGER, where: (path) => path.replace(ARTIST, STRANGER) },
  ],
  [
    'a folder that the server has not opened',
    { where: (path, folder) => path.replace(folder, 'folder-of-mine') },
  ],
  ['a folder that has expired', { opened: { inMs: -1 } }],
  [
    'a file that was not announced',
    { where: (_, folder) => uploadPath(ARTIST, folder, crypto.randomUUID()) },
  ],
  ['a file named like a part of the record', { where: (_, folder) => uploadPath(ARTIST, folder, 'owner') }],
  ['a folder above', { where: (_, folder) => `uploads/${ARTIST}/${folder}` }],
  ['a folder below', { where: (path) => `${path}/deeper` }],
  ['another place', { where: (path) => path.replace('uploads/', 'archives/') }],
  ['the root', { where: () => 'a-picture' }],
  ['one byte more than announced', { sent: { bytes: 11 } }],
  ['one byte less than announced', { sent: { bytes: 9 } }],
  ['another type than announced', { sent: { contentType: 'image/webp' } }],
  ['SVG, which can carry scripts', { sent: { contentType: 'image/svg+xml' } }],
  ['HTML', { sent: { contentType: 'text/html' } }],
  ['no type', { sent: { contentType: '' } }],
];

describe('rejected, in one request and resumable [D-uploads.3, D-access-and-money.2]', () => {
  test.each(REFUSED)('%s', async (_name, { announced, opened, sent = {}, as = ARTIST, where }) => {
    const { path, folder } = await openFolder(announced, opened);
    const target = where?.(path, folder) ?? path;
    await assertFails(put(as, target, sent));
    await assertFails(putInPieces(as, target, new Uint8Array(sent.bytes ?? 10), sent.contentType));
  });

  test('any file from a visitor', async () => {
    const { path } = await openFolder();
    const object = ref(environment.unauthenticatedContext().storage(), path);
    const metadata = { contentType: 'image/png' };
    await assertFails(uploadBytes(object, new Uint8Array(10), metadata));
    await assertFails((async () => uploadBytesResumable(object, new Uint8Array(10), metadata))());
  });

  test('any file from an outsider’s account, even into an open folder [D-access-and-money.3]', async () => {
    const { path } = await openFolder({}, { owner: 'anybody-at-google' });
    await assertFails(put('anybody-at-google', path));
    await assertFails(putInPieces('anybody-at-google', path));
  });
});

test('forbids the owner to replace, change, read, list or delete an upload [D-uploads.3]', async () => {
  const { path, folder } = await openFolder();
  await assertSucceeds(put(ARTIST, path));
  const object = ref(storageOf(ARTIST), path);
  await assertFails(put(ARTIST, path));
  await assertFails(putInPieces(ARTIST, path));
  await assertFails(updateMetadata(object, { contentType: 'text/html' }));
  await assertFails(getBytes(object));
  await assertFails(getMetadata(object));
  await assertFails(getDownloadURL(object));
  await assertFails(listAll(ref(storageOf(ARTIST), `uploads/${ARTIST}/${folder}`)));
  await assertFails(listAll(ref(storageOf(ARTIST), `uploads/${ARTIST}`)));
  await assertFails(deleteObject(object));
  await environment.withSecurityRulesDisabled(async (context) => {
    expect(await getMetadata(ref(context.storage(), path))).toMatchObject({
      size: 10,
      contentType: 'image/png',
    });
  });
});
