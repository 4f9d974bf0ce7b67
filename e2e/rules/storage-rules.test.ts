import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { deleteObject, getBytes, getMetadata, listAll, ref, uploadBytes } from 'firebase/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { config } from '../config.ts';

/** The rules let nobody replace a file: every run puts its own. */
const batch = `batch-${Date.now()}`;
const MEGABYTE = 1024 * 1024;
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

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])(
  'an artist uploads %s to their own folder',
  async (type) => {
    await assertSucceeds(put('artist', `uploads/artist/${batch}/${type.slice(6)}`, type));
  },
);

test.each([
  ["another's folder", 'uploads/somebody/batch/a.png', 'image/png', 10],
  ['a folder above', 'uploads/artist/a.png', 'image/png', 10],
  ['a folder below', `uploads/artist/${batch}/deep/a.png`, 'image/png', 10],
  ['another place', 'outputs/artist/batch/a.png', 'image/png', 10],
  ['a type that is no picture', `uploads/artist/${batch}/a.html`, 'text/html', 10],
  ['SVG, which can carry scripts', `uploads/artist/${batch}/a.svg`, 'image/svg+xml', 10],
  ['nothing', `uploads/artist/${batch}/empty.png`, 'image/png', 0],
  ['more than 20 MB', `uploads/artist/${batch}/large.png`, 'image/png', 20 * MEGABYTE + 1],
])('%s is refused', async (_name, path, type, size) => {
  await assertFails(put('artist', path, type, size));
});

test('20 MB to the byte is allowed', async () => {
  await assertSucceeds(put('artist', `uploads/artist/${batch}/full.png`, 'image/png', 20 * MEGABYTE));
});

test('a visitor uploads nothing', () =>
  assertFails(
    uploadBytes(
      ref(environment.unauthenticatedContext().storage(), 'uploads/artist/b/a.png'),
      new Uint8Array(9),
    ),
  ));

test('what was uploaded is neither replaced, read, listed nor deleted by its owner', async () => {
  const path = `uploads/artist/${batch}/once.png`;
  await assertSucceeds(put('artist', path));
  const object = ref(storageOf('artist'), path);
  await assertFails(put('artist', path));
  await assertFails(getBytes(object));
  await assertFails(getMetadata(object));
  await assertFails(listAll(ref(storageOf('artist'), `uploads/artist/${batch}`)));
  await assertFails(deleteObject(object));
  await environment.withSecurityRulesDisabled(async (context) => {
    expect((await getMetadata(ref(context.storage(), path))).size).toBe(10);
  });
});
