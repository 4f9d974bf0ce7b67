import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import { expect, onTestFinished, test } from 'vitest';
import { FIRST_PASS, type Run } from './cleanup-record.ts';
import { makeRun } from './cleanup-store.ts';
import { removeMedia } from './remove-media.ts';
import { createMedia } from './testing/create-media.ts';

const KIND = { resourceType: 'image', type: 'upload' } as const;

const now = Timestamp.now();
const createRun = (overrides: Partial<Run> = {}): Run => ({
  id: 'run',
  version: now,
  ...makeRun('nightly', now),
  ...overrides,
});

/** No resource belongs to a batch, so nothing is read from the database. */
async function removeAll({ mediaAdmin }: ReturnType<typeof createMedia>, from = createRun()): Promise<Run> {
  const app = initializeApp({ projectId: 'demo' }, 'remove-media');
  onTestFinished(() => deleteApp(app));
  const deps = {
    firestore: getFirestore(app),
    mediaAdmin,
    bucket: () => {
      throw new Error('Unexpected call.');
    },
  };
  const run = { ...from };
  for (let pages = 0; pages < 200; pages += 1) {
    const { isDone, ...change } = await removeMedia(KIND).removePage({
      deps,
      run,
      callService: async (call) => (await call(new AbortController().signal)).value,
    });
    Object.assign(run, change);
    if (isDone) return run;
  }
  throw new Error('The cleanup did not end.');
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `old/${index}`);

test('finds in another pass what a cursor skipped [D-media.14]', async () => {
  const media = createMedia(names(4321));
  const { stats } = await removeAll(media);
  expect(media.left.size).toBe(0);
  expect(stats).toMatchObject({ deletedImages: 4321, failed: 0 });
});

test('starts over when the cursor has expired', async () => {
  const media = createMedia(names(3000), { forgetsCursorAt: 3 });
  expect((await removeAll(media)).stats).toMatchObject({ deletedImages: 3000, failed: 0 });
});

test('deletes all others when one cannot be deleted, and counts the failure once', async () => {
  const refuses = 'old/refused';
  const media = createMedia([...names(730), refuses], { refuses });
  const { stats } = await removeAll(media);
  expect([...media.left]).toEqual([refuses]);
  expect(stats).toMatchObject({ deletedImages: 730, failed: 1 });
});

test('counts what a lost worker was about to delete, deleted or not', async () => {
  const media = createMedia(names(40));
  const pending = [...names(40), 'old/gone-1', 'old/gone-2'];
  const { stats } = await removeAll(
    media,
    createRun({ pending, pass: { ...FIRST_PASS, pages: 1, isAtEnd: true } }),
  );
  expect(stats).toMatchObject({ deletedImages: 42, failed: 0 });
});
