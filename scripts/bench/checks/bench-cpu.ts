import { measurePicture } from '@portal/functions/src/pictures/checks/measure-picture.ts';
import { loadSharp } from '@portal/functions/src/pictures/load-sharp.ts';
import { drawPlaceholder } from '@portal/functions/src/pictures/make-placeholder.ts';
import { shrink } from '@portal/functions/src/pictures/make-thumbnail.ts';
import type { Sharp } from 'sharp';
import { printFigure } from '../print-figure.ts';
import { open, type BasePicture } from './base-picture.ts';

/** Some of the pictures: more take longer and say the same. */
const EVERY = 6;
const ROUNDS = 5;

const WORKS = {
  placeholder: drawPlaceholder,
  thumbnail: (image: Sharp) => shrink(image, { isComplete: true }).toBuffer(),
  measures: measurePicture,
};

/** CPU time of the process, and the fastest round: other work on the machine slows both down. */
export function makeCpuBench() {
  let pictures = 0;
  let megapixels = 0;
  const files: Buffer[] = [];

  return {
    async add({ pixels }: BasePicture): Promise<void> {
      pictures += 1;
      if (pictures % EVERY !== 0) return;
      files.push(await open(pixels).jpeg({ quality: 92 }).toBuffer());
      megapixels += (pixels.width * pixels.height) / 1_000_000;
    },
    async print(): Promise<void> {
      const [placeholder, thumbnail, measures] = [
        await time('placeholder'),
        await time('thumbnail'),
        await time('measures'),
      ];
      printFigure(
        'CPU per megapixel: placeholder, thumbnail',
        `${placeholder.toFixed(0)}, ${thumbnail.toFixed(0)} ms`,
      );
      printFigure(
        '  measures beyond the placeholder',
        `${(measures - placeholder).toFixed(0)} ms (goal 40 ms)`,
      );
    },
  };

  async function time(name: keyof typeof WORKS): Promise<number> {
    const sharp = await loadSharp();
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = process.cpuUsage();
      for (const file of files) await WORKS[name](sharp(file));
      const { user, system } = process.cpuUsage(start);
      rounds.push((user + system) / 1000 / megapixels);
    }
    return Math.min(...rounds);
  }
}
