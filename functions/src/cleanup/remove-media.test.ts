import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import { expect, onTestFinished, test } from 'vitest';
import type { MediaAdmin } from '../media/media-admin.ts';
import { MediaError } from '../media/media-error.ts';
import { FIRST_PASS, type Run } from './cleanup-record.ts';
import { makeRun } from './cleanup-store.ts';
import { removeMedia } from './remove-media.ts';

const KIND = { resourceType: 'image', type: 'upload' } as const;
const PAGE = 500;

/** Cursors are offsets, which skip resources under deletion. */
function makeMedia(names: readonly string[], options: { refuses?: string; forgetsCursorAt?: number } = {}) {
  const left = new Set(names);
  let lists = 0;
  const mediaAdmin: Pick<MediaAdmin, 'listResources' | 'deleteResources'> = {
    listResources(_kind, cursor) {
      lists += 1;
      if (cursor !== null && lists === options.forgetsCursorAt)
        throw new MediaError('list', 400, 'bad cursor');
      const start = Number(cursor ?? 0);
      const resources = [...left]
        .slice(start, start + PAGE)
        .map((publicId) => ({ publicId, createdAt: new Date(0) }));
      const nextCursor = start + PAGE < left.size ? String(start + PAGE) : undefined;
      return Promise.resolve({ value: { resources, nextCursor }, limit: undefined });
    },
    deleteResources(_kind, ids) {
      if (ids.some((id) => id === options.refuses)) throw new MediaError('delete', 400, 'Invalid public id');
      const outcomes = ids.map((id) => [id, left.delete(id) ? 'deleted' : 'not_found'] as const);
      return Promise.resolve({ value: Object.fromEntries(outcomes), limit: undefined });
    },
  };
  return { left, mediaAdmin };
}

const now = Timestamp.now();
const createRun = (overrides: Partial<Run> = {}): Run => ({
  id: 'run',
  version: now,
  ...makeRun('nightly', now),
  ...overrides,
});

/** No resource belongs to a batch, so nothing is read from the database. */
async function removeAll({ mediaAdmin }: ReturnType<typeof makeMedia>, from = createRun()): Promise<Run> {
  const app = initializeApp({ projectId: 'demo' }, 'remove-media');
  onTestFinished(() => deleteApp(app));
  const unexpected = () => Promise.reject(new Error('Unexpected call.'));
  const deps = {
    firestore: getFirestore(app),
    mediaAdmin: { ...mediaAdmin, countResources: unexpected, readUsage: unexpected },
    bucket: () => {
      throw new Error('Unexpected call.');
    },
  };
  const run = { ...from };
  for (let pages = 0; pages < 200; pages += 1) {
    const { isDone, ...change } = await removeMedia(KIND).removePage({
      deps,
      run,
      callService: async (call) => (await call(AbortSignal.timeout(1000))).value,
    });
    Object.assign(run, change);
    if (isDone) return run;
  }
  throw new Error('The cleanup did not end.');
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `old/${index}`);

test('finds in another pass what a cursor skipped [D-media.14]', async () => {
  const media = makeMedia(names(4321));
  const { stats } = await removeAll(media);
  expect(media.left.size).toBe(0);
  expect(stats).toMatchObject({ deletedImages: 4321, failed: 0 });
});

test('starts over when the cursor has expired', async () => {
  const media = makeMedia(names(3000), { forgetsCursorAt: 3 });
  expect((await removeAll(media)).stats).toMatchObject({ deletedImages: 3000, failed: 0 });
});

test('deletes all others when one cannot be deleted, and counts the failure once', async () => {
  const refuses = 'old/refused';
  const media = makeMedia([...names(730), refuses], { refuses });
  const { stats } = await removeAll(media);
  expect([...media.left]).toEqual([refuses]);
  expect(stats).toMatchObject({ deletedImages: 730, failed: 1 });
});

test('counts what a lost worker was about to delete, deleted or not', async () => {
  const media = makeMedia(names(40));
  const pending = [...names(40), 'old/gone-1', 'old/gone-2'];
  const { stats } = await removeAll(
    media,
    createRun({ pending, pass: { ...FIRST_PASS, pages: 1, isAtEnd: true } }),
  );
  expect(stats).toMatchObject({ deletedImages: 42, failed: 0 });
});
