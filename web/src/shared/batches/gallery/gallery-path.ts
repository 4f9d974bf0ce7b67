import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'gallery';

/** The tool's page, showing only the gallery of one batch. */
export const makeGalleryPath = (toolPath: string, batchId: string): string =>
  `${toolPath}?${PARAMETER}=${encodeURIComponent(batchId)}`;

/** The batch whose gallery this window shows, or null for the tool itself. */
export const useGalleryBatch = (): string | null => useSearchParams()[0].get(PARAMETER);
