import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'gallery';

/** The tool's own address, for a window that shows one batch. */
export const makeGalleryPath = (toolPath: string, batchId: string): string =>
  `${toolPath}?${PARAMETER}=${encodeURIComponent(batchId)}`;

/** The batch that this window is for; null where it is the tool's own. */
export const useGalleryBatch = (): string | null => useSearchParams()[0].get(PARAMETER);
