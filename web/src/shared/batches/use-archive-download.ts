import { useState } from 'react';
import { downloadArchive, type ArchiveSource } from './download-archive.ts';

/** One download at a time, and what its button says meanwhile. */
export function useArchiveDownload() {
  const [label, setLabel] = useState<string>();
  const download = (source: ArchiveSource) => {
    setLabel('Creating ZIP file...');
    void downloadArchive(source, ({ done, total }) => setLabel(`Creating ZIP file... ${done}/${total}`)).then(
      () => setLabel(undefined),
    );
  };
  return { download, label: label ?? 'Download ZIP', isDownloading: label !== undefined };
}
