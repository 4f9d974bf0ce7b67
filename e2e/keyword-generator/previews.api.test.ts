import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { originalOf, pathOf, previewOf, startKeywords, waitForBatch } from '../support/keywords.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { fetchFile } from '../support/api-files.ts';

const SMALL_EDGE = 320;
const CACHED = 'private, max-age=259200, immutable';

/** The uploaded name and the displayed name. */
const NAMES: [given: string, shown: string][] = [
  ['plain.jpg', 'plain.jpg'],
  ['a/b.jpg', 'b.jpg'],
  ['..', 'image'],
  ['a%2Fb.jpg', 'a%2Fb.jpg'],
  ['%', '%'],
  ['100% %E0%A4%A.png', '100% %E0%A4%A.png'],
  ['two words +plus.png', 'two words +plus.png'],
  ['#1? & = ; , : @ $.png', '#1? & = ; , : @ $.png'],
  ['Füchse im Schnee 狐.webp', 'Füchse im Schnee 狐.webp'],
  ['🦊🏽‍💻.gif', '🦊🏽‍💻.gif'],
  ['שועל.png', 'שועל.png'],
  [`<b>"it's"</b>.png`, 'b>.png'],
  ['it\'s "quoted" `so`.png', 'it\'s "quoted" `so`.png'],
  ['no extension', 'no extension'],
  ['dots...png...', 'dots...png...'],
  ['~.-_!*().png', '~.-_!*().png'],
  ['thumbnail', 'thumbnail'],
  [`${'n'.repeat(296)}.png`, `${'n'.repeat(296)}.png`],
  ['狐'.repeat(300), '狐'.repeat(300)],
  ['$&$1.png', '$&$1.png'],
];

let writer: Account;
let id: string;
let widths: number[];
beforeAll(async () => {
  await setLatency(0);
  writer = await signIn(newEmail());
  // A unique width identifies each preview.
  widths = NAMES.map((_, index) => 40 + index);
  const pictures = await Promise.all(
    widths.map(async (width) => ({ name: 'a.png', bytes: await drawPicture({ width }) })),
  );
  const originalFilenames = JSON.stringify(NAMES.map(([given]) => given));
  id = await startKeywords(writer, pictures, { originalFilenames });
  await waitForBatch(writer, id);
});

const measure = async (path: string) => {
  const { status, bytes } = await fetchFile(writer, path);
  return { path, status, width: status === 200 ? (await sharp(bytes).metadata()).width : undefined };
};

test('finds each image by its name, whatever its characters [T7.3.8, T3.6.1]', async () => {
  const { images, results } = await waitForBatch(writer, id);
  expect(images).toEqual(NAMES.map(([, shown]) => shown));
  const measured = await Promise.all(results.map(({ previewUrl }) => measure(previewUrl)));
  expect(measured).toEqual(
    images.map((name, index) => ({ path: previewOf(id, name), status: 200, width: widths[index] })),
  );
});

test('serves a preview as a small, cacheable WebP [T7.3.8, D-media.4, D-media.5]', async () => {
  const large = [
    { name: 'wide.png', bytes: await drawPicture({ width: 900, height: 300 }) },
    { name: 'high.jpg', bytes: await drawPicture({ width: 300, height: 900, format: 'jpeg' }) },
  ];
  const largeId = await startKeywords(writer, large);
  await waitForBatch(writer, largeId);
  for (const [index, { name }] of large.entries()) {
    const { headers, bytes } = await fetchFile(writer, previewOf(largeId, name));
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toBe(CACHED);
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, edge: Math.max(width, height), isWide: width > height }).toEqual({
      format: 'webp',
      edge: SMALL_EDGE,
      isWide: index === 0,
    });
  }
});

test('images with ambiguous or unroutable names have URLs of their own', async () => {
  const names = ['same.png', '.hidden.png', 'same.png', '...'];
  const pictures = await Promise.all(
    names.map(async (name, index) => ({ name, bytes: await drawPicture({ width: 61 + index }) })),
  );
  const duplicates = await startKeywords(writer, pictures);
  const { results } = await waitForBatch(writer, duplicates);
  const measured = await Promise.all(results.map(({ previewUrl }) => measure(previewUrl)));
  expect(measured.map(({ width }) => width)).toEqual([61, 62, 63, 64]);
  expect(await measure(previewOf(duplicates, 'same.png'))).toMatchObject({ width: 61 });
  for (const [index, { originalUrl }] of results.entries()) {
    expect(originalUrl).toBe(originalOf(duplicates, index));
    expect(
      (await fetchFile(writer, originalUrl)).bytes.equals(pictures[index]?.bytes ?? Buffer.alloc(0)),
    ).toBe(true);
  }
});

test('returns 404 for an unknown name and 400 for an invalid one', async () => {
  const preview = (encoded: string) =>
    callApi('GET', `${pathOf(id)}/original-image/${encoded}`, { as: writer });
  for (const encoded of [
    'none.png',
    'PLAIN.jpg',
    'plain.jpg%20',
    'a%2Fb.jpg',
    'plain.jpg%00',
    '0',
    'constructor',
  ]) {
    expect({ encoded, ...(await preview(encoded)) }).toMatchObject({
      encoded,
      status: 404,
      body: { error: 'Picture not found.', code: 'not-found' },
    });
  }
  expect(await preview('n'.repeat(301))).toMatchObject({
    status: 400,
    body: { details: [{ path: 'fileName', message: 'File names can have at most 300 characters.' }] },
  });
  expect((await preview('a%2Fb/c.jpg')).status).toBe(404);
  // Hosting may answer these itself.
  for (const encoded of ['..%2Fplain.jpg', '..%5Cplain.jpg', '%2E%2E%2F..%2F0', '.%2Fplain.jpg']) {
    const { status } = await fetch(`${config.apiFunctionUrl}${pathOf(id)}/original-image/${encoded}`, {
      headers: { authorization: `Bearer ${writer.token}` },
    });
    expect({ encoded, status }).toEqual({ encoded, status: 404 });
  }
});
