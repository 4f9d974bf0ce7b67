import { expect, test, vi } from 'vitest';
import { drawPlaceholder, readPlaceholder } from './placeholders.ts';

/** From the documentation of ThumbHash: a flower, and a penguin on nothing. */
const OPAQUE = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const TRANSPARENT = 'oRmKHAI4OiXXJ/aLlx/3+XF/gDdnWJh5Bg==';

const draw = (hash: string) => new Promise<void>((resolve) => drawPlaceholder(hash, resolve));

test('draws a hash once and knows whether the picture is transparent', async () => {
  expect(readPlaceholder(OPAQUE)).toBeUndefined();
  await Promise.all([draw(OPAQUE), draw(OPAQUE), draw(TRANSPARENT)]);
  expect(readPlaceholder(OPAQUE)).toEqual({
    image: expect.stringMatching(/^url\("data:image\/png;base64,[A-Za-z0-9+/=]+"\)$/),
    hasAlpha: false,
  });
  expect(readPlaceholder(TRANSPARENT)).toMatchObject({ hasAlpha: true });
  expect(readPlaceholder(undefined)).toBeUndefined();
});

test('ignores a broken hash, and one that is no longer needed', async () => {
  const onDrawn = vi.fn<() => void>();
  drawPlaceholder('not Base64!', onDrawn);
  drawPlaceholder('AAA=', onDrawn);
  drawPlaceholder('AcAFBwAAd3d3d3d3d3d3d3d3d3c=', onDrawn)();
  await draw('1QcSHQRnh493V4dIh4eXh1h4kJUJ');
  expect(onDrawn).not.toHaveBeenCalled();
});

test('keeps the newest 500 placeholders', async () => {
  const hashes = Array.from({ length: 501 }, (_, index) => {
    // Any Base64 of this length is a hash.
    return `${OPAQUE.slice(0, -4)}${index.toString().padStart(4, '0')}`;
  });
  await Promise.all(hashes.map(draw));
  expect(readPlaceholder(hashes[0])).toBeUndefined();
  expect(hashes.slice(1).every((hash) => readPlaceholder(hash))).toBe(true);
});

test('leaves the main thread after a few milliseconds', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 3));
  const order: string[] = [];
  const hashes = ['0', '1', '2', '3'].map((end) => `2QcSHQRnh493V4dIh4eXh1h4kJU${end}`);
  const drawing = hashes.map((hash, index) => draw(hash).then(() => order.push(`hash ${index}`)));
  // Other work of the page, which was there before.
  setTimeout(() => order.push('other work'), 0);
  await vi.dynamicImportSettled();
  await Promise.all(drawing);
  expect(order.indexOf('other work')).toBeLessThan(order.length - 1);
});
