import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { downloadArchive, downloadImage, downloadWithName } from './download-archive.ts';

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
    url: vi.fn<(url: string) => void>(),
  };
  const notify = vi.fn<(title: string, options?: object) => void>();
  const onPreparing = vi.fn<(progress: object) => void>();
  const end = downloadArchive({ ...source, ...overrides }, onPreparing, { save, notify });
  await vi.runAllTimersAsync();
  await end;
  return { save, notified: notify.mock.calls, onPreparing };
}

test('saves the ZIP under the batch name and notifies of each step [T8.2.4, T9.0.26]', async () => {
  const asked = serve(zip());
  const { save, notified } = await download();
  expect(asked.map(({ path }) => path)).toEqual([source.path]);
  expect(save.blob).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ size: 1000 }), source.fileName);
  expect(notified).toEqual([PREPARING, STARTED]);
});

test('tries the folder link first, checked by HEAD without credentials [T7.1.8]', async () => {
  const asked = serve(new Response(null));
  const { save, notified } = await download({ folderLink: LINK });
  expect(asked).toMatchObject([{ path: LINK, init: { method: 'HEAD', credentials: 'omit' } }]);
  expect(save.url).toHaveBeenCalledExactlyOnceWith(LINK);
  expect(notified).toEqual([PREPARING, STARTED]);
});

test.each([
  ['is gone', new Response(null, { status: 404 })],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('falls back to the server when the folder link %s [T7.1.8]', async (_name, answer) => {
  serve(answer, zip());
  const { save } = await download({ folderLink: LINK });
  expect(save.url).not.toHaveBeenCalled();
  expect(save.blob).toHaveBeenCalledOnce();
});

test('polls every second while the ZIP is prepared, then saves its URL', async () => {
  const asked = serve(
    Response.json({ status: 'preparing', done: 40, total: 100 }, { status: 202 }),
    Response.json({ status: 'preparing', done: 90, total: 100 }, { status: 202 }),
    Response.json({ status: 'ready', url: LINK, bytes: 2e8 }),
  );
  const { save, notified, onPreparing } = await download();
  expect(asked).toHaveLength(3);
  expect(onPreparing.mock.calls).toMatchObject([[{ done: 40 }], [{ done: 90 }]]);
  expect(save.url).toHaveBeenCalledExactlyOnceWith(LINK);
  expect(notified).toEqual([PREPARING, STARTED]);
});

test.each([
  [
    'the HTTP status [T8.2.5]',
    () => Response.json({}, { status: 404, statusText: 'Not Found' }),
    '404: Not Found',
  ],
  [
    'a message if there is no status text [T8.2.5]',
    () => Response.json({}, { status: 503 }),
    'Server temporarily unavailable. Please try again later.',
  ],
  [
    'a network failure [T8.2.5]',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Failed to download images. Please try again.',
  ],
  ['an empty response [T8.2.6]', () => zip(0), 'Empty ZIP file received'],
  ['an empty ZIP [T8.2.6]', () => zip(22), 'Empty ZIP file received'],
])('reports %s when a download fails', async (_name, answer, text) => {
  serve(async () => answer());
  const { save, notified } = await download();
  expect(save.blob).not.toHaveBeenCalled();
  expect(notified).toEqual([PREPARING, failed(text)]);
});

test('saves one image under its name or reports the failure [T8.2.7]', async () => {
  const save = {
    blob: vi.fn<(bytes: Blob, name: string) => void>(),
    url: vi.fn<(url: string) => void>(),
  };
  const notify = vi.fn<(title: string, options?: object) => void>();
  const picture = { webUrl: '/api/images/1', fileName: 'fox-1.png' };
  serve(new Response('pixels'), Response.json({}, { status: 404 }));
  await downloadImage(picture, { save, notify });
  expect(save.blob).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'fox-1.png');
  expect(notify).not.toHaveBeenCalled();
  await downloadImage(picture, { save, notify });
  expect(notify.mock.calls).toEqual([failed('Failed to download the image.')]);
});

test('saves an image that is too large for the API from its link', async () => {
  const save = {
    blob: vi.fn<(bytes: Blob, name: string) => void>(),
    url: vi.fn<(url: string) => void>(),
  };
  serve(Response.json({ url: LINK, bytes: 2e7 }));
  await downloadImage({ webUrl: '/api/image/1', fileName: 'fox-1.png' }, { save });
  expect(save.url).toHaveBeenCalledExactlyOnceWith(LINK);
  expect(save.blob).not.toHaveBeenCalled();
});

test.each([
  ["attachment; filename*=UTF-8''f%C3%BCchse.png; size=3", 'füchse.png'],
  ['attachment', 'fox.png'],
  [undefined, 'fox.png'],
])('saves a picture under the name that the server gives it: %s', async (disposition, name) => {
  const save = {
    blob: vi.fn<(bytes: Blob, name: string) => void>(),
    url: vi.fn<(url: string) => void>(),
  };
  serve(
    new Response('pixels', {
      headers: disposition === undefined ? {} : { 'content-disposition': disposition },
    }),
  );
  await downloadWithName('/api/images/1', 'fox.png', { save });
  expect(save.blob).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), name);
});

test('opens the link of a picture that is too large, and says that one was not found', async () => {
  const save = {
    blob: vi.fn<(bytes: Blob, name: string) => void>(),
    url: vi.fn<(url: string) => void>(),
  };
  const notify = vi.fn<(title: string, options?: object) => void>();
  serve(Response.json({ url: LINK, bytes: 2e7 }), Response.json({}, { status: 404 }));
  await downloadWithName('/api/images/1', 'fox.png', { save, notify });
  expect(save.url).toHaveBeenCalledExactlyOnceWith(LINK);
  expect(notify).not.toHaveBeenCalled();
  await downloadWithName('/api/images/1', 'fox.png', { save, notify });
  expect(notify.mock.calls).toEqual([failed('Failed to download the image.')]);
});
