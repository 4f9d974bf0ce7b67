import { ImageLinkSchema } from '@portal/contracts/image-link';
import { generatorCalls } from '@portal/contracts/image-generator';
import { expect, it, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startTestServer } from '../../providers/testing/start-test-server.ts';
import { startApi } from '../../testing/start-api.ts';
import { itemOf, writeItem } from '../engine/testing/create-item.ts';

const firestore = await startFirestore();
const MAX_RESPONSE_BYTES = 9_000_000;

/** An image of this size at the media service. */
async function request(bytes: number) {
  const delivery = await startTestServer((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('"the picture"'),
  );
  vi.stubEnv('CLOUDINARY_DELIVERY_URL', delivery.url);
  const cloudinary = { cloudName: 'studio', apiKey: 'k', apiSecret: 's' };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ cloudinary }));
  const image = { publicId: 'portal/a/1', version: 1, format: 'png', width: 9, height: 9, bytes } as const;
  await writeItem(firestore, { state: 'done', isOpen: false, image }, { owner: 'ada' });
  const { call } = await startApi(['ada']);
  const path = generatorCalls.image.path.replace('{id}', 'batch').replace('{index}', itemOf(firestore).id);
  return { answer: await call('GET', path, 'ada'), requests: delivery.requests };
}

it('streams an image that fits into a response', async () => {
  const { answer, requests } = await request(MAX_RESPONSE_BYTES);
  expect(answer).toEqual({ status: 200, body: 'the picture' });
  expect(requests).toHaveLength(1);
});

it('answers a signed link to an image that is too large for a response', async () => {
  const { answer, requests } = await request(MAX_RESPONSE_BYTES + 1);
  expect(answer).toEqual({ status: 200, body: { url: expect.any(String), bytes: MAX_RESPONSE_BYTES + 1 } });
  const { url } = ImageLinkSchema.parse(answer.body);
  const { origin, pathname, searchParams } = new URL(url);
  expect(origin + pathname).toBe('https://api.cloudinary.com/v1_1/studio/image/download');
  expect(searchParams.get('public_id')).toBe('portal/a/1');
  const seconds = Number(searchParams.get('expires_at')) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(29 * 60);
  expect(seconds).toBeLessThanOrEqual(60 * 60);
  expect(requests).toEqual([]);
});
