import { MeasuresSchema, type FlawKind, type Side } from '@portal/contracts/checks';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { drawPlaceholder } from '../make-placeholder.ts';
import { measurePicture } from './measure-picture.ts';
import { changeBytes, drawScene, HEIGHT, render, settle, WIDTH } from './testing/draw-scene.ts';

const measure = async (image: Sharp) => (await measurePicture(image)).measures;
const findKinds = async (image: Sharp) => ((await measure(image)).flaws ?? []).map(({ kind }) => kind);
const sky = (stops: string) =>
  `<linearGradient id="g" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>`;
const GRADIENT = sky('<stop offset="0" stop-color="#274b8c"/><stop offset="1" stop-color="#d8e2f0"/>');
/** Repeatable, about normal. */
const noise = (index: number) => {
  const part = (seed: number) => (Math.sin(index * 12.9898 + seed) * 43758.5453) % 1;
  return part(1) + part(2) + part(3);
};
/** Gray from dark to light, and some colors. */
const GRAYS =
  '<linearGradient id="g"><stop offset="0" stop-color="#303030"/><stop offset="1" stop-color="#f0f0f0"/></linearGradient><rect width="480" height="360" fill="url(#g)"/>' +
  '<rect x="40" y="40" width="90" height="120" fill="#a04030"/><rect x="300" y="200" width="120" height="110" fill="#3058a0"/>';
const DOT = '<rect width="480" height="360" fill="#d0d0d0"/><circle cx="90" cy="90" r="3"/>';
const drawHaze = () => drawScene().blur(2);
const bar = (side: 'left' | 'top', px: number) =>
  `<rect width="${side === 'left' ? px : WIDTH}" height="${side === 'top' ? px : HEIGHT}" fill="#fff"/>`;

it('finds nothing wrong with a sharp picture', async () => {
  const { sharpness, flaws } = await measure(drawScene());
  expect(flaws).toBeUndefined();
  expect(sharpness).toBeGreaterThan(60);
});

it.each<[FlawKind, () => Sharp | Promise<Sharp>]>([
  ['soft', () => settle(drawScene().blur(3))],
  ['noise', () => changeBytes(drawScene(), (value, index) => value + 14 * noise(index))],
  ['clipped-highlights', () => changeBytes(render(GRADIENT), (value) => value * 1.5)],
  ['clipped-shadows', () => changeBytes(render(GRADIENT), (value) => (value - 180) * 2.5)],
  ['banding', () => changeBytes(render(GRADIENT), (value) => 9 * Math.round(value / 9))],
  ['blocks', async () => sharp(await drawHaze().jpeg({ quality: 12 }).toBuffer())],
  ['color-cast', () => changeBytes(render(GRAYS), (value, index) => value * ([0.8, 1, 0.8][index % 3] ?? 1))],
  ['frame', () => drawScene(bar('left', 12))],
  ['empty', () => changeBytes(render(DOT), (value, index) => value + noise(index))],
])('finds %s', async (kind, draw) => {
  expect(await findKinds(await draw())).toContain(kind);
});

it('finds blocks that begin anywhere', async () => {
  const file = await drawHaze().jpeg({ quality: 12 }).toBuffer();
  const part = sharp(file).extract({ left: 3, top: 5, width: 400, height: 300 });
  expect(await findKinds(await settle(part))).toContain('blocks');
});

it.each<[string, () => Sharp | Promise<Sharp>]>([
  [
    'an object on white',
    () =>
      render(`<rect width="480" height="360" fill="#fff"/><circle cx="240" cy="180" r="90" fill="#b5533c"/>`),
  ],
  [
    'an object on black',
    () => render(`<rect width="480" height="360"/><circle cx="240" cy="180" r="90" fill="#b5533c"/>`),
  ],
  [
    'a sharp object before a blurred background',
    async () =>
      (await settle(drawScene().blur(8))).composite([{ input: await makeSubject(), left: 160, top: 90 }]),
  ],
  [
    'a sunset',
    () => render(sky('<stop offset="0" stop-color="#4a2a52"/><stop offset="1" stop-color="#ffb14a"/>') + SUN),
  ],
  [
    'an object on white with a soft shadow',
    () =>
      render(
        '<radialGradient id="s"><stop offset="0" stop-color="#777"/><stop offset="1" stop-color="#fff"/></radialGradient>' +
          '<rect width="480" height="360" fill="#fff"/><ellipse cx="240" cy="270" rx="190" ry="60" fill="url(#s)"/><circle cx="240" cy="170" r="90" fill="#b5533c"/>',
      ),
  ],
  ['a sky that begins dark', () => drawScene(sky(DARK_EDGE))],
  ['a gradient', () => render(GRADIENT)],
  ['neutral and other colors', () => render(GRAYS)],
  ['a good JPEG', async () => sharp(await drawScene().jpeg({ quality: 90 }).toBuffer())],
])('calls nothing a flaw of %s', async (_, draw) => {
  expect(await findKinds(await settle(await draw()))).toEqual([]);
});

const DARK_EDGE =
  '<stop offset="0" stop-color="#101010"/><stop offset="0.1" stop-color="#707070"/><stop offset="0.4" stop-color="#fff" stop-opacity="0"/>';
const SUN =
  '<circle cx="240" cy="250" r="40" fill="#ffe9a8"/><path d="M0 330 q200 -80 480 -10 V360 H0Z" fill="#2c1a30"/>';

const makeSubject = () =>
  render(
    '<rect width="160" height="180" fill="#d9b08c"/><path d="M20 40 h90 v60 h-40z M60 120 l50 40 h-90z" fill="#32231a"/>',
    160,
    180,
  )
    .png()
    .toBuffer();

it.each<[string, string, number, Side[]]>([
  ['one side', bar('left', 12), 12, ['left']],
  ['two sides, by the wider', bar('left', 12) + bar('top', 17), 17, ['top', 'left']],
  [
    'all sides',
    `<path d="M0 0H480V360H0Z M9 9V351H471V9Z" fill="#101010"/>`,
    9,
    ['top', 'right', 'bottom', 'left'],
  ],
])('measures a frame on %s', async (_, extra, px, sides) => {
  expect((await measure(drawScene(extra))).flaws).toEqual([{ kind: 'frame', measure: px, sides }]);
});

it('is not misled by a frame', async () => {
  const frame = await render('<path d="M0 0H480V360H0Z" fill="#fff"/>', WIDTH, 9).png().toBuffer();
  const blurred = (await settle(drawScene().blur(3))).composite([{ input: frame, left: 0, top: 0 }]);
  expect(await findKinds(await settle(blurred))).toEqual(['soft', 'frame']);
});

const RED = {
  create: { width: 90, height: 60, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } },
} as const;

it.each<[string, () => Sharp]>([
  ['JPEG', () => drawScene().jpeg({ quality: 80 })],
  ['progressive JPEG', () => drawScene().jpeg({ progressive: true })],
  ['WebP', () => drawScene().webp()],
  ['gray', () => drawScene().grayscale().png()],
  [
    'transparent',
    () =>
      drawScene()
        .composite([{ input: RED, blend: 'dest-out' }])
        .png(),
  ],
  ['gray and transparent', () => drawScene().grayscale().ensureAlpha(0.3).png()],
  ['16-bit', () => drawScene().toColourspace('rgb16').png()],
  ['tiny', () => sharp({ create: { width: 1, height: 1, channels: 3, background: '#a52' } }).png()],
  ['narrow', () => drawScene().resize(1, 3000, { fit: 'fill' }).png()],
  ['flat', () => drawScene().resize(3000, 2, { fit: 'fill' }).png()],
])('measures a %s picture, with the placeholder that it would have without', async (_, make) => {
  const file = await make().toBuffer();
  const { placeholder, measures } = await measurePicture(sharp(file));
  expect(placeholder).toBe(await drawPlaceholder(sharp(file)));
  expect(MeasuresSchema.parse(measures)).toEqual(measures);
});

it('measures a CMYK picture', async () => {
  const file = await drawScene().toColourspace('cmyk').jpeg().toBuffer();
  const { placeholder, measures } = await measurePicture(sharp(file));
  expect(placeholder).toMatch(/^[A-Za-z0-9+/]{20,}=*$/);
  expect(measures.sharpness).toBeGreaterThan(60);
});

it('measures the first picture of an animation', async () => {
  const frames = await Promise.all([drawScene(), render(GRADIENT)].map((image) => image.png().toBuffer()));
  const animated = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
  expect((await measure(sharp(animated))).hash).toBe((await measure(drawScene())).hash);
});

it('is sharp if one object is', async () => {
  const { sharpness } = await measure(
    render('<rect width="480" height="360" fill="#fff"/><circle cx="240" cy="180" r="90"/>'),
  );
  expect(sharpness).toBeGreaterThan(60);
});

it('shows transparent parts on white', async () => {
  const circle = '<circle cx="240" cy="180" r="90" fill="#111"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">${circle}</svg>`;
  const onWhite = render(`<rect width="480" height="360" fill="#fff"/>${circle}`);
  const transparent = await sharp(Buffer.from(svg)).png().toBuffer();
  expect(await measure(sharp(transparent))).toEqual(await measure(onWhite));
});

it('measures a huge picture at 16 megapixels, a frame in pixels of the file', async () => {
  const [width, height] = [6000, 4000];
  const left = { create: { width: 60, height, channels: 3, background: '#fff' } } as const;
  const image = drawScene().resize(width, height, { kernel: 'nearest' }).jpeg({ quality: 40 });
  const file = await sharp(await image.toBuffer())
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  const { flaws = [] } = await measure(sharp(file));
  expect(flaws.map(({ kind }) => kind)).not.toContain('blocks');
  expect(flaws.find(({ kind }) => kind === 'frame')?.measure).toBeGreaterThanOrEqual(52);
});
