import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'gallery';

/** Relative to the tool's page. */
export const makeGalleryPath = (batchId: string): string => `?${PARAMETER}=${encodeURIComponent(batchId)}`;

/** The batch whose gallery is open in this window; null on the tool's own page. */
export const useGalleryBatch = (): string | null => useSearchParams()[0].get(PARAMETER);
