/** `decode-at-once-main.ts WORK=FILE…`: does all of it at once, as an instance would, and prints the peak of its memory. */
import { readFileSync } from 'node:fs';
import { findPictureType, PICTURE_TYPES } from '@portal/contracts/picture-type';
import { loadSharp } from '../load-sharp.ts';
import { measurePicture } from '../checks/measure-picture.ts';
import { withPictureMemory } from '../picture-memory.ts';
import { finishImage } from '../../providers/finish-image.ts';
import { preparePicture } from '../../providers/prepare-picture.ts';
import { inspectPicture } from '../uploads/inspect-picture.ts';
import { makeThumbnail } from '../make-thumbnail.ts';

const typeOf = (bytes: Buffer) => {
  const type = findPictureType(bytes);
  if (type === 'image/jpeg' || type === 'image/png' || type === 'image/webp') return type;
  throw new Error('Only JPEG, PNG and WebP are finished and prepared.');
};

const WORKS: Record<string, (bytes: Buffer) => Promise<string>> = {
  inspect: async (bytes) => {
    const inspection = await inspectPicture(bytes, { types: PICTURE_TYPES, takesAnimated: true });
    return inspection.kind === 'picture' ? 'done' : inspection.reason;
  },
  thumbnail: async (bytes) => (await makeThumbnail(bytes)) && 'done',
  prepare: async (bytes) =>
    (await preparePicture({ bytes, contentType: typeOf(bytes) }, 'on white', new AbortController().signal)) &&
    'done',
  finish: async (bytes) => (await finishImage(bytes, typeOf(bytes))) && 'done',
  measure: async (bytes) => {
    const image = (await loadSharp())(bytes);
    await withPictureMemory(await image.metadata(), { isMeasured: true }, () => measurePicture(image));
    return 'done';
  },
};

const results = await Promise.all(
  process.argv.slice(2).map(async (each) => {
    const [name = '', file = ''] = each.split('=');
    const work = WORKS[name];
    if (!work) throw new Error(`There is no work ${name}.`);
    return work(readFileSync(file));
  }),
);
process.stdout.write(JSON.stringify({ results, peakBytes: process.resourceUsage().maxRSS * 1024 }));
