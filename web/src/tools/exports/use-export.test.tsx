import { act } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSentPicture } from '../../pictures/send-to/testing/create-sent-picture.ts';
import { serve } from '../../testing/fake-server.ts';
import { openHook } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { useExport } from './use-export.ts';

const texts = { seo_image_title: 'Fox', seo_description: 'A fox.', keywords: ['fox'], category: 1 };
const createFixes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'fix-texts' as const, batchId: 'fox', index, texts }));
const readBody = (request: { init: RequestInit } | undefined): unknown =>
  typeof request?.init.body === 'string' ? JSON.parse(request.init.body) : undefined;
const STUDIO = { id: 'studio', name: 'Studio', zips: 1 };
const refused = () => new Response('{}', { status: 500 });

function open(...answers: Parameters<typeof serve>) {
  toast('Before');
  const requests = serve(...answers);
  const pictures = [createSentPicture(0)];
  const wanted = { isOpen: false, agency: 'studio', pictures, naming: 'seo' as const, alike: [] };
  const hook = openHook(() => useExport(wanted));
  const { download, fix } = hook.current;
  return {
    read: () => hook.current,
    requests,
    pictures,
    download,
    fix: (count: number) => fix({ kind: 'fix-texts', pictures: [], fixes: createFixes(count) }),
  };
}

test('says why the ZIP of an agency could not be made', async () => {
  const { requests, pictures, download } = open(refused());
  await download([STUDIO]);
  expect(readToast()).toMatchObject({ title: 'Download Failed', isDestructive: true });
  expect(readToast()?.description).not.toContain('ZIP');
  const body = readBody(requests[0]);
  expect(body).toEqual({ agency: 'studio', pictures: pictures.map(({ from }) => from), naming: 'seo' });
  await open(Response.json({ odd: true })).download([STUDIO]);
  expect(readToast()?.description).toBe('Studio: The ZIP could not be made. Please try again.');
});

test('fixes texts of pictures, four at once', async () => {
  const waiting = Promise.withResolvers<Response>();
  const { requests, fix } = open(...Array.from({ length: 6 }, () => () => waiting.promise));
  const fixing = fix(6);
  await vi.waitFor(() => expect(requests).toHaveLength(4));
  expect(requests.map(({ path }) => path.replace(/.*\/(\d+)$/, '$1'))).toEqual(['0', '1', '2', '3']);
  expect(readBody(requests[0])).toEqual(texts);
  waiting.resolve(refused());
  await fixing;
  expect(readToast()).toMatchObject({ title: 'Error' });
  expect(requests.filter(({ path }) => !path.includes('check'))).toHaveLength(4);
});

test('downloads each ZIP of several agencies, also after one that failed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const links: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.href);
  });
  const ready = (name: string, written: number) =>
    Response.json({ status: 'ready', url: `https://zip.example/${name}`, bytes: 9, written, promised: 3 });
  const { requests, download, read } = open(ready('a', 3), refused(), ready('c', 2));
  const downloading = download([
    { ...STUDIO, zips: 2 },
    { id: 'other', name: 'Other', zips: 1 },
  ]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(links).toEqual(['https://zip.example/a']);
  expect(read().progress).toBe('ZIP 1 of 3: Preparing…');
  await act(() => vi.runAllTimersAsync());
  await downloading;
  expect(requests.map(readBody)).toMatchObject([
    { agency: 'studio', part: 1 },
    { agency: 'studio', part: 2 },
    { agency: 'other' },
  ]);
  expect(links).toEqual(['https://zip.example/a', 'https://zip.example/c']);
  expect(read().progress).toBeUndefined();
  expect(read().problems).toEqual([
    expect.stringMatching(/^Studio, part 2 of 2: /),
    'Other: The ZIP has 2 of 3 pictures. Its report.txt says why the others were left out.',
  ]);
});
