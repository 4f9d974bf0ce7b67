import sharp, { type Sharp } from 'sharp';

const SCENE_SIDE = 192;
const SCENE = `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE_SIDE}" height="${SCENE_SIDE}" viewBox="0 0 96 96">
  <rect width="96" height="96" fill="#7a9cc6"/>
  <circle cx="34" cy="40" r="22" fill="#f2c14e"/>
  <path d="M4 90 L50 30 L92 86 Z" fill="#2f5d50"/>
  <path d="M10 10 L86 24 M14 4 L80 70" stroke="#fff" stroke-width="1.5"/>
  <circle cx="70" cy="20" r="9" fill="none" stroke="#a4161a" stroke-width="2"/>
</svg>`;

/** A test image with edges in all directions. */
export const drawScene = (width: number, height = width): Sharp =>
  sharp(Buffer.from(SCENE)).resize(width, height, { fit: 'fill' }).removeAlpha();

export const readPixels = (image: Sharp): Promise<Buffer> => image.raw().toBuffer();

/** A square RGB image. */
export interface Square {
  side: number;
  pixels: Buffer;
}

export const openSquare = ({ side, pixels }: Square): Sharp =>
  sharp(pixels, { raw: { width: side, height: side, channels: 3 } });

/** Averages every 2 x 2 pixels. */
export const halve = ({ side, pixels }: Square): Square => ({
  side: side / 2,
  pixels: mapPixels(side / 2, (x, y, channel) => {
    const at = (2 * y * side + 2 * x) * 3 + channel;
    return [0, 3, side * 3, side * 3 + 3].reduce((sum, offset) => sum + (pixels[at + offset] ?? 0) / 4, 0);
  }),
});

/** Doubles the size with a Lanczos filter, without the sample shift of sharp's enlarging. */
export function enlargeByLanczos({ side, pixels }: Square): Square {
  const wide = new Float64Array(2 * side * side * 3);
  for (let index = 0; index < wide.length; index += 1) {
    const [x, row] = [Math.floor(index / 3) % (2 * side), Math.floor(index / 6 / side)];
    wide[index] = sumTaps(x, side, (column) => pixels[(row * side + column) * 3 + (index % 3)]);
  }
  const enlarged = mapPixels(2 * side, (x, y, channel) =>
    sumTaps(y, side, (row) => wide[(row * 2 * side + x) * 3 + channel]),
  );
  return { side: 2 * side, pixels: enlarged };
}

const LOBES = 3;

/** Interpolates a line at a position of the doubled line. */
function sumTaps(position: number, length: number, read: (sample: number) => number | undefined): number {
  const center = (position + 0.5) / 2 - 0.5;
  const first = Math.ceil(center - LOBES);
  let [sum, weights] = [0, 0];
  for (let sample = first; sample < first + 2 * LOBES; sample += 1) {
    const weight = weighLanczos(sample - center);
    sum += weight * (read(Math.max(0, Math.min(length - 1, sample))) ?? 0);
    weights += weight;
  }
  return sum / weights;
}

function weighLanczos(distance: number): number {
  const angle = Math.PI * distance;
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / angle ** 2;
}

function mapPixels(side: number, read: (x: number, y: number, channel: number) => number): Buffer {
  const pixels = Buffer.alloc(side * side * 3);
  for (let index = 0; index < pixels.length; index += 1) {
    const value = read(Math.floor(index / 3) % side, Math.floor(index / 3 / side), index % 3);
    pixels[index] = Math.max(0, Math.min(255, Math.round(value)));
  }
  return pixels;
}

/** PSNR in decibels; higher is more similar. */
export function measurePsnr(one: Buffer, other: Buffer): number {
  const squares = one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / one.length));
}
