import { expect, test, vi } from 'vitest';
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
const refused = () => new Response('{}', { status: 500 });

function open(...answers: Parameters<typeof serve>) {
  toast('Before');
  const requests = serve(...answers);
  const pictures = [createSentPicture(0)];
  const wanted = { isOpen: false, agency: 'studio', pictures, naming: 'seo' as const, alike: [] };
  const { download, fix } = openHook(() => useExport(wanted)).current;
  return {
    requests,
    pictures,
    download,
    fix: (count: number) => fix({ kind: 'fix-texts', pictures: [], fixes: createFixes(count) }),
  };
}

test('says why the ZIP of an agency could not be made', async () => {
  const { requests, pictures, download } = open(refused());
  await download();
  expect(readToast()).toMatchObject({ title: 'Download Failed', isDestructive: true });
  expect(readToast()?.description).not.toContain('ZIP');
  const body = readBody(requests[0]);
  expect(body).toEqual({ agency: 'studio', pictures: pictures.map(({ from }) => from), naming: 'seo' });
  await open(Response.json({ odd: true })).download();
  expect(readToast()?.description).toBe('The ZIP could not be made. Please try again.');
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
