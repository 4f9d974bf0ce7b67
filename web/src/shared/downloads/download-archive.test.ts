import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../testing/fake-server.ts';
import { downloadArchive, downloadImage } from './download-archive.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const source = { folderLink: null, path: '/api/batch/1/download', fileName: 'Red_fox_images.zip' };
const LINK = 'https://media.example/archive.zip';
const zip = (bytes = 1000) =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/zip' } });

const PREPARING = ['Preparing Download', { description: 'Creating ZIP file...' }];
const STARTED = ['Download Started', { description: 'ZIP file download has begun.' }];
const failed = (description: string) => ['Download Failed', { description, isDestructive: true }];

async function download(overrides: Partial<typeof source> | { folderLink: string } = {}) {
  const save = {
    blob: vi.fn<(bytes: Blob, name: string) => void>(),
    address: vi.fn<(url: string) => void>(),
  };
  const tell = vi.fn<(title: string, options?: object) => void>();
  const onPreparing = vi.fn<(progress: object) => void>();
  const end = downloadArchive({ ...source, ...overrides }, onPreparing, { save, tell });
  await vi.runAllTimersAsync();
  await end;
  return { save, told: tell.mock.calls, onPreparing };
}

test('[T8.2.4, T9.0.26] the ZIP is saved under the name of the batch, and each step is told', async () => {
  const asked = serve(zip());
  const { save, told } = await download();
  expect(asked.map(({ path }) => path)).toEqual([source.path]);
  expect(save.blob).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ size: 1000 }), source.fileName);
  expect(told).toEqual([PREPARING, STARTED]);
});

test('[T7.1.8] the folder link comes first, once a HEAD has found it there, without the credentials', async () => {
  const asked = serve(new Response(null));
  const { save, told } = await download({ folderLink: LINK });
  expect(asked).toMatchObject([{ path: LINK, init: { method: 'HEAD', credentials: 'omit' } }]);
  expect(save.address).toHaveBeenCalledExactlyOnceWith(LINK);
  expect(told).toEqual([PREPARING, STARTED]);
});

test.each([
  ['is gone', new Response(null, { status: 404 })],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('[T7.1.8] a folder link that %s is passed over', async (_name, answer) => {
  serve(answer, zip());
  const { save } = await download({ folderLink: LINK });
  expect(save.address).not.toHaveBeenCalled();
  expect(save.blob).toHaveBeenCalledOnce();
});

test('a ZIP that is built first is asked for every second, and fetched from where it lies', async () => {
  const asked = serve(
    Response.json({ status: 'preparing', done: 40, total: 100 }, { status: 202 }),
    Response.json({ status: 'preparing', done: 90, total: 100 }, { status: 202 }),
    Response.json({ status: 'ready', url: LINK, bytes: 2e8 }),
  );
  const { save, told, onPreparing } = await download();
  expect(asked).toHaveLength(3);
  expect(onPreparing.mock.calls).toMatchObject([[{ done: 40 }], [{ done: 90 }]]);
  expect(save.address).toHaveBeenCalledExactlyOnceWith(LINK);
  expect(told).toEqual([PREPARING, STARTED]);
});

test.each([
  [
    '[T8.2.5] the status of the answer',
    () => Response.json({}, { status: 404, statusText: 'Not Found' }),
    '404: Not Found',
  ],
  [
    '[T8.2.5] words of its own where there is no status text',
    () => Response.json({}, { status: 503 }),
    'Server temporarily unavailable. Please try again later.',
  ],
  [
    '[T8.2.5] no answer',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Failed to download images. Please try again.',
  ],
  ['[T8.2.6] no bytes', () => zip(0), 'Empty ZIP file received'],
  ['[T8.2.6] a ZIP of nothing', () => zip(22), 'Empty ZIP file received'],
])('a failed download tells of %s', async (_name, answer, text) => {
  serve(async () => answer());
  const { save, told } = await download();
  expect(save.blob).not.toHaveBeenCalled();
  expect(told).toEqual([PREPARING, failed(text)]);
});

test('[T8.2.7] one image is saved under its name, or its failure told', async () => {
  const save = {
    blob: vi.fn<(bytes: Blob, name: string) => void>(),
    address: vi.fn<(url: string) => void>(),
  };
  const tell = vi.fn<(title: string, options?: object) => void>();
  const picture = { webUrl: '/api/images/1', fileName: 'fox-1.png' };
  serve(new Response('pixels'), Response.json({}, { status: 404 }));
  await downloadImage(picture, { save, tell });
  expect(save.blob).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'fox-1.png');
  expect(tell).not.toHaveBeenCalled();
  await downloadImage(picture, { save, tell });
  expect(tell.mock.calls).toEqual([failed('Failed to download the image.')]);
});
