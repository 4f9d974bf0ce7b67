import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../testing/fake-server.ts';
import { requestPicture } from './request-picture.ts';

const { signal } = new AbortController();

test('returns a URL of the bytes, or the link to a large picture', async () => {
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
