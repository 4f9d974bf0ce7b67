import { useState } from 'react';
import type { toast } from '../toast/toast-store.ts';
import { downloadArchive, type ArchiveSource } from './download-archive.ts';

/** `progress` is the text of the button while a download is prepared. */
export function useArchiveDownload(notify: typeof toast = () => undefined) {
  const [progress, setProgress] = useState<string>();
  const download = (source: ArchiveSource) => {
    setProgress('Creating ZIP file...');
    void downloadArchive(source, ({ done, total }) => setProgress(`Creating ZIP file... ${done}/${total}`), {
      notify,
    }).then(() => setProgress(undefined));
  };
  return { download, progress };
}
