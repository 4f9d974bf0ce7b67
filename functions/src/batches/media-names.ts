import type { ToolName } from '@portal/contracts/batches';

interface Named {
  id: string;
  tool: ToolName;
}

/** A folder per batch; with it goes everything that is derived from its images. */
export const folderOf = ({ tool, id }: Named): string => `portal/${tool}/${id}`;

/**
 * Made from batch and item alone: storing twice overwrites, and a second delivery finds what the first has stored. Its
 * last part names the image in the media service's own ZIP.
 */
export const publicIdOf = (batch: Named, index: number): string =>
  `${folderOf(batch)}/${String(index + 1).padStart(3, '0')}`;
