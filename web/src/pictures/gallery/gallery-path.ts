import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'gallery';

/** The gallery of one batch, relative to the tool's page. */
export const makeGalleryPath = (batchId: string): string => `?${PARAMETER}=${encodeURIComponent(batchId)}`;

/** The batch whose gallery this window shows, or null for the tool itself. */
export const useGalleryBatch = (): string | null => useSearchParams()[0].get(PARAMETER);
