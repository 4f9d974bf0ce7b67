import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { PictureCache } from './picture-cache.ts';
import { StoredThumbnails } from './stored-thumbnails.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

let owner: string | undefined;
/** As after a reload: the database stays. */
const reload = () => new StoredThumbnails(async () => owner);

beforeEach(() => {
  owner = 'ada';
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

async function save(...paths: string[]): Promise<void> {
  const thumbnails = reload();
  for (const path of paths) thumbnails.save(path, `data:${path}`);
  await vi.advanceTimersByTimeAsync(1000);
  // The database answers in tasks of its own.
  await vi.waitFor(async () => expect(await reload().read(paths.at(-1) ?? '')).toBeDefined(), 30_000);
}

const read = (...paths: string[]) => {
  const thumbnails = reload();
  return Promise.all(paths.map((path) => thumbnails.read(path)));
};

test('keeps thumbnails over a reload', async () => {
  await save('/a', '/b');
  expect(await read('/a', '/b', '/c')).toEqual(['data:/a', 'data:/b', undefined]);
});

test('reads thumbnails that are needed together in one transaction', async () => {
  await save('/a', '/b');
  const thumbnails = reload();
  await thumbnails.read('/a');
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('portal-thumbnails');
    request.addEventListener('success', () => resolve(request.result));
  });
  const transactions = vi.spyOn(Object.getPrototypeOf(database), 'transaction');
  await Promise.all([thumbnails.read('/a'), thumbnails.read('/b')]);
  expect(transactions).toHaveBeenCalledOnce();
  database.close();
});

test('shows one user nothing of another, and nothing without a user', async () => {
  await save('/a');
  for (const next of ['bo', undefined]) {
    owner = next;
    expect(await read('/a')).toEqual([undefined]);
  }
});

test('forgets everything at sign-out, also what was not saved yet', async () => {
  await save('/a');
  const thumbnails = reload();
  thumbnails.save('/b', 'data:/b');
  await thumbnails.forget();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await read('/a', '/b')).toEqual([undefined, undefined]);
});

test('deletes a thumbnail that the browser cannot show, also before it is saved', async () => {
  await save('/a', '/b');
  const thumbnails = reload();
  thumbnails.save('/c', 'data:/c');
  await Promise.all([thumbnails.delete('/a'), thumbnails.delete('/c')]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await read('/a', '/b', '/c')).toEqual([undefined, 'data:/b', undefined]);
});

test('keeps a thumbnail for three days', async () => {
  await save('/a');
  vi.setSystemTime(Date.now() + 3 * DAY_MS - MINUTE_MS);
  expect(await read('/a')).toEqual(['data:/a']);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect(await read('/a')).toEqual([undefined]);
  await save('/b');
  vi.setSystemTime(Date.now() - DAY_MS);
  expect(await read('/a', '/b'), 'deleted by the next save').toEqual([undefined, 'data:/b']);
});

test('keeps the latest 4,000', async () => {
  await save('/oldest');
  vi.setSystemTime(Date.now() + 1);
  await save(...Array.from({ length: 3999 }, (_, index) => `/${index}`));
  expect(await read('/oldest', '/0')).toEqual(['data:/oldest', 'data:/0']);
  vi.setSystemTime(Date.now() + 1);
  await save('/latest');
  expect(await read('/oldest', '/0', '/latest')).toEqual([undefined, 'data:/0', 'data:/latest']);
});

test('finds nothing, and loses nothing, where the browser has no storage', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const thumbnails = reload();
  thumbnails.save('/a', 'data:/a');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await thumbnails.read('/a')).toBeUndefined();
  await expect(thumbnails.forget()).resolves.toBeUndefined();
});

test('requests only what is not on the device, and saves it', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  await save('/api/a');
  const requests = serve(new Response('pixels'));
  const open = async () => {
    const cache = new PictureCache({ stored: reload() });
    for (const path of ['/api/a', '/api/b']) cache.want(path);
    await vi.waitFor(() => expect(cache.read('/api/b').url).toBeDefined());
    return cache;
  };
  const cache = await open();
  expect(cache.read('/api/a').url).toBe('data:/api/a');
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(async () => expect(await read('/api/b')).not.toEqual([undefined]));
  await open();
  expect(requests.map(({ path }) => path)).toEqual(['/api/b']);
  cache.forget();
  await vi.waitFor(async () => expect(await read('/api/a', '/api/b')).toEqual([undefined, undefined]));
});
