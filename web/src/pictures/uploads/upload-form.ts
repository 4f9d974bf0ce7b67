import type { FileProgress } from './progress.ts';
import type { SelectedFile } from './selected.ts';

const UNREADABLE = 'This file was moved or changed. Remove it and select it again.';

/** The tool's options as fields beside the images. */
export function makeForm(
  files: readonly SelectedFile[],
  options: Readonly<Record<string, unknown>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  // Form file names cannot carry every character.
  form.append('originalFilenames', JSON.stringify(files.map(({ file }) => file.name)));
  for (const { file } of files) form.append('images', file, file.name);
  return form;
}

/** Has a reason if the file was moved or changed, which makes it unreadable. */
export const describeFileFailure = async (file: File): Promise<FileProgress> => {
  const failed = { state: 'failed', sentBytes: 0 } as const;
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => failed,
      () => ({ ...failed, reason: UNREADABLE }),
    );
};
