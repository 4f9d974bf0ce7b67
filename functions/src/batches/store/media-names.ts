import type { ToolName } from '@portal/contracts/batches';
import type { BatchUploads } from './batch-record.ts';
import type { Batch } from './batch-store.ts';
import { findListedStem, nameByNumber } from './listed-prompts.ts';

interface Named {
  id: string;
  tool: ToolName;
}

/** The batch's folder at the media service. Deleting it also deletes what was derived from the images. */
export const folderOf = ({ tool, id }: Named): string => `portal/${tool}/${id}`;

/** The batch in whose folder the resource is, if any. */
export const batchIdOf = (publicId: string): string | undefined =>
  /^portal\/[a-z-]+\/([A-Za-z0-9]+)\//.exec(publicId)?.[1];

/** The item whose image the resource is, also for other files of the image. */
export function indexOf(publicId: string): number | undefined {
  const [, number] = /^portal\/[a-z-]+\/[A-Za-z0-9]+\/(\d+)(?:\.|$)/.exec(publicId) ?? [];
  return number === undefined ? undefined : Number(number) - 1;
}

/** The tag of a batch's results. */
export const tagOf = (batch: Named): string => folderOf(batch).replaceAll('/', '-');

/** Depends on batch and item only: storing twice overwrites, and a second delivery finds what the first one stored. */
export const publicIdOf = (batch: Named, index: number): string =>
  `${folderOf(batch)}/${String(index + 1).padStart(3, '0')}`;

/** File name of an image, alone or in a ZIP. Unique within its batch. `suffix`: see `images` in tool.ts. */
export function nameImageFile(
  batch: Pick<Batch, 'name' | 'settings' | 'uploads'>,
  index: number,
  format: string,
  suffix?: string,
): string {
  if (suffix !== undefined) return nameAfterUpload(batch, index, suffix, format);
  return `${findListedStem(batch, index) ?? nameByNumber(batch.name, index)}.${format}`;
}

/** `beach.png` gives `beach_upscaled.jpg`; a second `beach.png` gives `beach_upscaled-2.jpg`. */
function nameAfterUpload(
  { uploads }: Pick<Batch, 'uploads'>,
  index: number,
  suffix: string,
  format: string,
): string {
  const { stem, count } = (uploads && countStems(uploads)[index]) ?? { stem: 'image', count: 1 };
  return `${stem}${suffix}${count > 1 ? `-${count}` : ''}.${format}`;
}

interface CountedStem {
  stem: string;
  /** Files with this stem so far. */
  count: number;
}

/** A batch has up to 1,000 files, and each of them is named. */
const countedStems = new WeakMap<BatchUploads, readonly CountedStem[]>();

function countStems(uploads: BatchUploads): readonly CountedStem[] {
  const known = countedStems.get(uploads);
  if (known) return known;
  const counts = new Map<string, number>();
  const counted = uploads.files.map(({ name }): CountedStem => {
    const stem = readStem(name);
    const key = stem.toLowerCase();
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { stem, count };
  });
  countedStems.set(uploads, counted);
  return counted;
}

/** Leaves room for suffix, number and extension: file systems allow 255 bytes. */
const MAX_STEM_BYTES = 220;

/** Without the extension and without characters that file systems refuse. Never cut inside a character. */
function readStem(name: string): string {
  const stem = name.replace(/\.[^.]{1,15}$/u, '').replaceAll(/[<>:"|?*]/g, '_');
  return (
    Buffer.from(stem)
      .subarray(0, MAX_STEM_BYTES)
      .toString()
      .replace(/\ufffd+$/, '') || 'image'
  );
}
