import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { decodePictures } from '../../testing/load-pictures.ts';
import { requestPicture, requestThumbnail } from './request-picture.ts';

const { signal } = new AbortController();

test('returns a URL of the bytes, or the link to a large picture', async () => {
  decodePictures();
  serve(
    new Response(new Uint8Array(3), { headers: { 'content-type': 'image/png' } }),
    Response.json({ url: 'https://storage.example/large.png', bytes: 2e7 }),
  );
  const { url, bytes } = await requestPicture('/api/image/1', signal);
  onTestFinished(() => URL.revokeObjectURL(url));
  expect(url).toMatch(/^blob:/);
  expect(bytes).toBe(3);
  expect(await requestPicture('/api/image/2', signal)).toEqual({
    url: 'https://storage.example/large.png',
    bytes: 0,
  });
});

test('refuses what the browser cannot display', async () => {
  decodePictures(() => false);
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  serve(new Response('no picture', { headers: { 'content-type': 'image/png' } }));
  await expect(requestPicture('/api/image/1', signal)).rejects.toThrow('cannot display this file');
  expect(revoke).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^blob:/));
});

test('returns a thumbnail as a data URL', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  serve(new Response(bytes, { headers: { 'content-type': 'image/webp' } }));
  const { url, bytes: length } = await requestThumbnail('/api/image/1/thumbnail', signal);
  expect(length).toBe(url.length);
  const [type, text = ''] = url.split(',');
  expect(type).toBe('data:image/webp;base64');
  expect(Uint8Array.from(atob(text), (character) => character.charCodeAt(0))).toEqual(bytes);
});
