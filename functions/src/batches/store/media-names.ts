import type { ToolName } from '@portal/contracts/batches';
import type { Batch } from './batch-store.ts';

interface Named {
  id: string;
  tool: ToolName;
}

/** A folder per batch; with it goes everything that is derived from its images. */
export const folderOf = ({ tool, id }: Named): string => `portal/${tool}/${id}`;

/** The batch whose folder it is, if it is in one. */
export const batchIdOf = (publicId: string): string | undefined =>
  /^portal\/[a-z-]+\/([A-Za-z0-9]+)\//.exec(publicId)?.[1];

/** Of what a batch has made; what it was made from has none. */
export const tagOf = (batch: Named): string => folderOf(batch).replaceAll('/', '-');

/**
 * Made from batch and item alone: storing twice overwrites, and a second delivery finds what the first has stored.
 */
export const publicIdOf = (batch: Named, index: number): string =>
  `${folderOf(batch)}/${String(index + 1).padStart(3, '0')}`;

/** Of tools that work on uploaded pictures: what follows a picture's own name. */
const SUFFIXES: Partial<Record<ToolName, string>> = { upscale: '_upscaled', stylizer: '_stylized' };

/** What an image is called when it is saved, alone or in a ZIP; unique within its batch. */
export function nameImageFile(batch: Batch, index: number, format: string): string {
  const suffix = SUFFIXES[batch.tool];
  if (suffix !== undefined) return nameAfterUpload(batch, index, suffix, format);
  return `${batch.name.replaceAll(/[^A-Za-z0-9]/g, '_')}_${String(index + 1).padStart(3, '0')}.${format}`;
}

/** As in `beach_upscaled.jpg`, after `beach.png`; of two that are called the same the second is `beach_upscaled-2.jpg`. */
function nameAfterUpload({ uploads }: Batch, index: number, suffix: string, format: string): string {
  const stems = (uploads?.files ?? []).slice(0, index + 1).map(({ name }) => readStem(name));
  const stem = stems[index] ?? 'image';
  const key = stem.toLowerCase();
  const count = stems.filter((each) => each.toLowerCase() === key).length;
  return `${stem}${suffix}${count > 1 ? `-${count}` : ''}.${format}`;
}

/** With suffix, number and extension a file system takes 255 bytes. */
const MOST_STEM_BYTES = 220;

/** Without its extension, and without what a file system refuses; cut between whole characters. */
function readStem(name: string): string {
  const stem = name.replace(/\.[^.]{1,15}$/u, '').replaceAll(/[<>:"|?*]/g, '_');
  return (
    Buffer.from(stem)
      .subarray(0, MOST_STEM_BYTES)
      .toString()
      .replace(/\ufffd+$/, '') || 'image'
  );
}
