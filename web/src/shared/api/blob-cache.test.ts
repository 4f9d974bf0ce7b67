import { afterEach, expect, test } from 'vitest';
import { serve } from '../testing/fake-server.ts';
import { forgetPictures, loadPicture } from './blob-cache.ts';
import { connectClient } from './client.ts';

afterEach(forgetPictures);

test('[P7.22] a picture is fetched with the token, once per URL', async () => {
  connectClient({
    identity: () => ({ id: 'uid', email: 'e', name: 'n', getToken: async () => 'the-token' }),
    onBanned: () => undefined,
  });
  const asked = serve(new Response('pixels'), new Response('others'));
  const [first, second] = await Promise.all([loadPicture('/api/a.png'), loadPicture('/api/a.png')]);
  expect(first).toMatch(/^blob:/);
  expect(second).toBe(first);
  expect(await loadPicture('/api/b.png')).not.toBe(first);
  expect(asked.map(({ path }) => path)).toEqual(['/api/a.png', '/api/b.png']);
  expect(asked[0]?.init.headers).toMatchObject({ Authorization: 'Bearer the-token' });
});

test('[P7.22] one that failed stays failed, until the next person signs in', async () => {
  const asked = serve(new Response(null, { status: 404 }), new Response('pixels'));
  await expect(loadPicture('/api/a.png')).rejects.toMatchObject({ status: 404 });
  await expect(loadPicture('/api/a.png')).rejects.toMatchObject({ status: 404 });
  expect(asked).toHaveLength(1);
  forgetPictures();
  expect(await loadPicture('/api/a.png')).toMatch(/^blob:/);
});
