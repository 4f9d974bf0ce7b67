import { useState } from 'react';
import type { toast } from '../toast/toast-store.ts';
import { downloadArchive, type ArchiveSource } from './download-archive.ts';

/** One download at a time, and what its button says meanwhile. */
export function useArchiveDownload(tell: typeof toast = () => undefined) {
  const [progress, setProgress] = useState<string>();
  const download = (source: ArchiveSource) => {
    setProgress('Creating ZIP file...');
    void downloadArchive(source, ({ done, total }) => setProgress(`Creating ZIP file... ${done}/${total}`), {
      tell,
    }).then(() => setProgress(undefined));
  };
  return { download, progress };
}
