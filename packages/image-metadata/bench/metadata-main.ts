/** `npm run bench -- metadata`: writes texts into a JPEG of 2 MB, beside sharp, which encodes it again. */
import sharp from 'sharp';
import { writeMetadata } from '../src/image-metadata.ts';

const RUNS = 30;
const GOAL_MS = 10;
const TEXTS = {
  sourceType: 'trainedAlgorithmicMedia',
  title: 'Fox in the snow',
  description: 'A red fox asleep in fresh snow at the edge of a pine forest, soft morning light.',
  keywords: Array.from({ length: 50 }, (_, index) => `keyword ${index}`),
} as const;

const jpeg = await drawJpeg();
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>`;

const own = await measure(async () => {
  if (!writeMetadata(jpeg, TEXTS)) throw new Error('The JPEG was not understood.');
});
print('image-metadata', own, `goal ${GOAL_MS} ms`);
const encoded = await measure(() => sharp(jpeg).withXmp(xmp).jpeg({ quality: 95 }).toBuffer());
print('sharp, which encodes the picture again', encoded, `${(encoded / own).toFixed(0)} x`);

/** Noise, so that it is as large as a photograph. */
async function drawJpeg(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 2900, height: 2000, channels: 3, background: '#000', noise } });
  const bytes = await picture.jpeg({ quality: 80 }).toBuffer();
  process.stdout.write(`A JPEG of ${(bytes.length / 1024 ** 2).toFixed(1)} MB\n`);
  return bytes;
}

/** The median in milliseconds. */
async function measure(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0;
}

function print(name: string, milliseconds: number, note: string): void {
  process.stdout.write(`${name.padEnd(44)} ${milliseconds.toFixed(1)} ms (${note})\n`);
}
