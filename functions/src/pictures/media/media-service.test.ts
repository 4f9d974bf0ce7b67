import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { MediaError } from './media-error.ts';
import { makeMediaService } from './media-service.ts';
import type { StoredImage } from './stored-image.ts';

const SECRET = 'very-secret-thing';
const IMAGE: StoredImage = {
  publicId: 'portal/images/b1/3',
  version: 17,
  format: 'png',
  width: 20,
  height: 10,
  bytes: 4,
  createdAt: '2026-11-21T08:05:00Z',
};
const { publicId, createdAt, ...facts } = IMAGE;
const ANSWER = {
  public_id: publicId,
  ...facts,
  created_at: createdAt,
  type: 'authenticated',
  secure_url: 'https://unused.invalid',
};

type Answer = Parameters<typeof startTestServer>[0];

async function start(answer: Answer) {
  const { url, requests } = await startTestServer(answer);
  const media = makeMediaService(() => ({
    apiUrl: url,
    deliveryUrl: `${url}/res`,
    cloudName: 'studio',
    apiKey: 'key',
    apiSecret: SECRET,
  }));
  return { media, requests };
}

const newImage = {
  publicId,
  bytes: Buffer.from('abcd'),
  contentType: 'image/png',
  tags: ['b1', 'expires-2'],
  fileName: 'beach_upscaled.png',
  context: { cost: '0.04' },
};

const sign = (toSign: string) => createHash('sha1').update(`${toSign}${SECRET}`).digest();

describe('storing', () => {
  it('uploads under the given name with tags and context, and overwrites [D-media.1]', async () => {
    const { media, requests } = await start(sendJson({ ...ANSWER, original_filename: 'beach_upscaled' }));
    expect(await media.put(newImage)).toEqual({ ...IMAGE, archiveName: 'beach_upscaled' });

    const [request] = requests;
    expect(requests.map(({ url }) => url)).toEqual(['/v1_1/studio/image/upload']);
    const form = await new Response(new Uint8Array(request?.body ?? []), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    expect(Object.fromEntries(form)).toMatchObject({
      public_id: publicId,
      filename_override: 'beach_upscaled.png',
      type: 'authenticated',
      overwrite: '1',
      tags: 'b1,expires-2',
      context: 'cost=0.04',
      api_key: 'key',
    });
    const file = form.get('file');
    expect(file instanceof Blob && (await file.text())).toBe('abcd');
  });
});

describe('finding', () => {
  it('finds a stored image with its context', async () => {
    const { media, requests } = await start(sendJson({ ...ANSWER, context: { custom: { cost: '0.04' } } }));
    expect(await media.find(publicId)).toEqual({ ...IMAGE, context: { cost: '0.04' } });
    expect(requests.map(({ url }) => url?.split('?')[0])).toEqual([
      '/v1_1/studio/resources/image/authenticated/portal%2Fimages%2Fb1%2F3',
    ]);
  });

  it('finds no missing image', async () => {
    const { media } = await start(sendJson({ error: { message: 'Resource not found' } }, 404));
    expect(await media.find(publicId)).toBeUndefined();
  });
});

describe('delivery', () => {
  const deliver: Answer = (response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': '4' }).end('abcd');

  it('opens the stored image by a signed URL', async () => {
    const { media, requests } = await start(deliver);
    const { body, ...rest } = await media.open(IMAGE, 'full');
    expect(await text(body)).toBe('abcd');
    expect(rest).toEqual({ contentType: 'image/png', contentLength: 4 });
    const signature = sign(`${publicId}.png`).toString('base64url').slice(0, 8);
    expect(requests[0]?.url).toBe(`/res/studio/image/authenticated/s--${signature}--/v17/${publicId}.png`);
  });

  it('opens a thumbnail as a small WebP [D-media.5]', async () => {
    const { media, requests } = await start(deliver);
    await media.open(IMAGE, 'thumbnail');
    expect(requests[0]?.url).toMatch(/\/s--[\w-]{8}--\/c_limit,f_webp,h_320,q_auto,w_320\/v17\//);
  });

  it.each([
    [404, false],
    [401, false],
    [423, true],
    [429, true],
    [503, true],
  ])('status %i is retryable: %s', async (status, retryable) => {
    const { media } = await start((response) => response.writeHead(status).end());
    await expect(media.open(IMAGE, 'full')).rejects.toMatchObject({ name: 'MediaError', status, retryable });
  });
});

describe('deleting', () => {
  it('deletes all pages of a folder, but no folder with the same prefix', async () => {
    const pages = [
      { deleted: { a: 'deleted', b: 'deleted' }, next_cursor: 'more' },
      { deleted: { c: 'deleted', d: 'not_found' } },
    ];
    const { media, requests } = await start((response) => sendJson(pages.shift())(response));
    expect(await media.deletePrefix('portal/images/b1')).toBe(3);
    const sent = requests.map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))));
    expect(sent).toEqual([
      { prefix: 'portal/images/b1/', invalidate: 'true' },
      { prefix: 'portal/images/b1/', invalidate: 'true', next_cursor: 'more' },
    ]);
  });

  it('never deletes a folder without a name', async () => {
    const { media, requests } = await start(sendJson({}));
    await expect(media.deletePrefix('')).rejects.toThrow('A folder needs a name.');
    await expect(media.deletePrefix('/')).rejects.toThrow('A folder needs a name.');
    expect(requests).toHaveLength(0);
  });

  it('deletes one image, even if it is gone already', async () => {
    const { media, requests } = await start(sendJson({ result: 'not found' }));
    await media.deleteOne(publicId);
    expect(requests.map(({ url }) => url)).toEqual(['/v1_1/studio/image/destroy']);
    expect(String(requests[0]?.body)).toContain(`name="public_id"\r\n\r\n${publicId}\r\n`);
  });
});

describe('a link to a whole batch', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const readLink = async (expiresAt: Date) => {
    const { media } = await start(sendJson({}));
    return new URL(media.makeArchiveLink({ tag: 'portal-images-b1', name: 'Boats', expiresAt }));
  };

  it('is signed and expires with the batch [D-media.6]', async () => {
    const expiresAt = inMinutes(20);
    const { pathname, searchParams } = await readLink(expiresAt);
    expect(pathname).toBe('/v1_1/studio/image/generate_archive');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      type: 'authenticated',
      mode: 'download',
      target_format: 'zip',
      target_public_id: 'Boats',
      'tags[]': 'portal-images-b1',
      expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
    });
    expect(searchParams.get('signature')).toMatch(/^[0-9a-f]{40}$/);
  });

  it('expires within an hour, and stays the same', async () => {
    const late = Number((await readLink(inMinutes(4000))).searchParams.get('expires_at'));
    expect(late).toBeLessThanOrEqual(Date.now() / 1000 + 3600);
    const soon = inMinutes(20);
    expect((await readLink(soon)).search).toBe((await readLink(soon)).search);
  });
});

describe('failures', () => {
  const failures: [string, Answer, boolean][] = [
    ['a bad request', sendJson({ error: { message: 'Invalid image file' } }, 400), false],
    ['a wrong signature', sendJson({ error: { message: 'Invalid Signature' } }, 401), false],
    ['a locked image', sendJson({ error: { message: 'Locked' } }, 423), true],
    ['too many calls', sendJson({ error: { message: 'Rate Limit Exceeded' } }, 420), true],
    ['a fault', sendJson({ error: { message: 'Internal' } }, 500), true],
    ['a gateway', (response) => response.writeHead(502).end('<html>'), true],
    ['half an answer', (response) => response.writeHead(200).end('{"public_'), true],
    ['a reset', (response) => response.socket?.resetAndDestroy(), true],
  ];

  it.each(failures)('%s fails an upload', async (_what, answer, retryable) => {
    const { media } = await start(answer);
    await expect(media.put(newImage)).rejects.toMatchObject({ name: 'MediaError', retryable });
  });

  it.each(failures)('%s fails a search without exposing secrets', async (_what, answer, retryable) => {
    const { media } = await start(answer);
    const error: unknown = await media.find(publicId).catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'MediaError', retryable });
    expect(error instanceof MediaError && `${error.stack} ${JSON.stringify(error)}`).not.toContain(SECRET);
  });

  it('aborts an upload that takes too long', async () => {
    const { media } = await start(() => undefined);
    const signal = AbortSignal.timeout(100);
    await expect(media.put({ ...newImage, signal })).rejects.toMatchObject({ retryable: true });
    await expect(media.put({ ...newImage, signal })).rejects.toMatchObject({ retryable: true });
  });
});
