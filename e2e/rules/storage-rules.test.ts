import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURE_TYPES, UPLOAD_RULES, uploadPath } from '@portal/contracts/uploads';
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

/** The rules let nobody replace a file: every run puts its own. */
const now = String(Date.now());
const folder = `folder-${now}`;
const own = (file: string) => uploadPath('artist', folder, file);
const MEGABYTE = 1024 * 1024;
const MOST_BYTES = Math.max(...Object.values(UPLOAD_RULES).map(({ mostBytes }) => mostBytes));
let environment: RulesTestEnvironment;

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
});
afterAll(() => environment.cleanup());

const storageOf = (uid: string) => environment.authenticatedContext(uid).storage();
const put = (uid: string, path: string, contentType = 'image/png', size = 10) =>
  uploadBytes(ref(storageOf(uid), path), new Uint8Array(size), { contentType });
const putInPieces = async (uid: string, path: string, bytes: Uint8Array, contentType = 'image/png') =>
  uploadBytesResumable(ref(storageOf(uid), path), bytes, { contentType });

describe('a person may put into their own upload folders [D-uploads.3]', () => {
  test.each(PICTURE_TYPES)('%s', async (type) => {
    await assertSucceeds(put('artist', own(`type-${type.slice(6)}`), type));
  });

  test('20 MB to the byte', async () => {
    await assertSucceeds(put('artist', own('full-size'), 'image/png', MOST_BYTES));
  });

  test.each([
    ['short names', now.slice(-8), 'picture1'],
    ['long names', now.padEnd(64, '_'), 'p'.repeat(64)],
    ['UUIDs', crypto.randomUUID(), crypto.randomUUID()],
  ])('%s', async (_name, someFolder, file) => {
    await assertSucceeds(put('artist', uploadPath('artist', someFolder, file)));
  });

  test('a large picture in pieces', async () => {
    const bytes = Uint8Array.from({ length: 3 * MEGABYTE + 1 }, (_, index) => index % 251);
    await assertSucceeds(putInPieces('artist', own('in-pieces'), bytes));
    await environment.withSecurityRulesDisabled(async (context) => {
      const stored = new Uint8Array(await getBytes(ref(context.storage(), own('in-pieces'))));
      expect(Buffer.from(stored).equals(bytes)).toBe(true);
    });
  });
});

const REFUSED: [string, path: string, type?: string, size?: number][] = [
  ["another person's folder", uploadPath('somebody', folder, 'a-picture')],
  ['a folder above', `uploads/artist/${folder}`],
  ['a folder below', own('deeper/a-picture')],
  ['another place', `archives/artist/${folder}/a-picture`],
  ['the root', 'a-picture'],
  ['a folder with a short name', uploadPath('artist', 'folder', 'a-picture')],
  ['a folder with a long name', uploadPath('artist', 'f'.repeat(65), 'a-picture')],
  ['a file with a short name', own('picture')],
  ['a file with a long name', own('f'.repeat(65))],
  ['a file with a dot in its name', own('picture.html')],
  ['a file with a line end in its name', own('a-picture\n')],
  ['a type that is no picture', own('no-picture'), 'text/html'],
  ['SVG, which can carry scripts', own('a-drawing'), 'image/svg+xml'],
  ['a type that only begins like one', own('a-picture'), 'image/pngx'],
  ['no type', own('a-picture'), ''],
  ['nothing', own('empty-one'), 'image/png', 0],
  ['more than 20 MB', own('too-large'), 'image/png', MOST_BYTES + 1],
];

describe('refused, at once and in pieces [D-uploads.3]', () => {
  test.each(REFUSED)('%s', async (_name, path, type, size) => {
    await assertFails(put('artist', path, type, size));
    await assertFails(putInPieces('artist', path, new Uint8Array(size ?? 10), type));
  });

  test('anything of a visitor', async () => {
    const object = ref(environment.unauthenticatedContext().storage(), own('of-a-visitor'));
    const metadata = { contentType: 'image/png' };
    await assertFails(uploadBytes(object, new Uint8Array(9), metadata));
    await assertFails((async () => uploadBytesResumable(object, new Uint8Array(9), metadata))());
  });
});

test('what was uploaded is neither replaced, changed, read, listed nor deleted by its owner [D-uploads.3]', async () => {
  const path = own('only-once');
  await assertSucceeds(put('artist', path));
  const object = ref(storageOf('artist'), path);
  await assertFails(put('artist', path));
  await assertFails(putInPieces('artist', path, new Uint8Array(20)));
  await assertFails(updateMetadata(object, { contentType: 'text/html' }));
  await assertFails(getBytes(object));
  await assertFails(getMetadata(object));
  await assertFails(getDownloadURL(object));
  await assertFails(listAll(ref(storageOf('artist'), `uploads/artist/${folder}`)));
  await assertFails(listAll(ref(storageOf('artist'), 'uploads/artist')));
  await assertFails(deleteObject(object));
  await environment.withSecurityRulesDisabled(async (context) => {
    expect(await getMetadata(ref(context.storage(), path))).toMatchObject({
      size: 10,
      contentType: 'image/png',
    });
  });
});
