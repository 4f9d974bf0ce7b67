import { measurePicture } from '@portal/functions/src/pictures/checks/measure-picture.ts';
import { loadSharp } from '@portal/functions/src/pictures/load-sharp.ts';
import { drawPlaceholder } from '@portal/functions/src/pictures/make-placeholder.ts';
import { shrink } from '@portal/functions/src/pictures/make-thumbnail.ts';
import type { Sharp } from 'sharp';
import { printFigure } from '../print-figure.ts';
import { open, type BasePicture } from './base-picture.ts';

/** Some of the pictures: more take longer and say the same. */
const EVERY = 8;

/** CPU time of the process, so that other work on the machine counts little. */
export function makeCpuBench() {
  let pictures = 0;
  let megapixels = 0;
  const spent = { placeholder: 0, thumbnail: 0, measures: 0 };
  const works = {
    placeholder: drawPlaceholder,
    thumbnail: (image: Sharp) => shrink(image, { isComplete: true }).toBuffer(),
    measures: measurePicture,
  };
  return {
    async add({ pixels }: BasePicture): Promise<void> {
      pictures += 1;
      if (pictures % EVERY !== 0) return;
      const sharp = await loadSharp();
      const file = await open(pixels).jpeg({ quality: 92 }).toBuffer();
      megapixels += (pixels.width * pixels.height) / 1_000_000;
      for (const name of ['placeholder', 'thumbnail', 'measures'] as const) {
        const start = process.cpuUsage();
        await works[name](sharp(file));
        const { user, system } = process.cpuUsage(start);
        spent[name] += (user + system) / 1000;
      }
    },
    print(): void {
      const perMegapixel = (milliseconds: number) => `${(milliseconds / megapixels).toFixed(0)} ms`;
      printFigure(
        'CPU per megapixel: placeholder, thumbnail',
        `${perMegapixel(spent.placeholder)}, ${perMegapixel(spent.thumbnail)}`,
      );
      printFigure(
        '  the measures beyond the placeholder',
        `${perMegapixel(spent.measures - spent.placeholder)} (goal 40 ms)`,
      );
    },
  };
}
