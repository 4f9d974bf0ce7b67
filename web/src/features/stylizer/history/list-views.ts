import type { BatchImage } from '@portal/contracts/batch-calls';
import type { StylizerBatch } from '@portal/contracts/stylizer';
import { listPairs } from './list-pairs.ts';

export type Side = 'original' | 'styled';

/** An image of a batch that can be opened. */
export interface View {
  index: number;
  name: string;
  webUrl: string;
  thumbnailUrl: string;
  /** Undefined for a styled image until the server's file names are loaded. */
  downloadName: string | undefined;
  hasOtherSide: boolean;
}

/** All readable originals, or the images styled so far. */
export function listViews(
  batch: Pick<StylizerBatch, 'status' | 'results' | 'failures'>,
  side: Side,
  images: readonly Pick<BatchImage, 'index' | 'fileName'>[] = [],
): View[] {
  const names = new Map(images.map(({ index, fileName }) => [index, fileName]));
  return listPairs(batch).flatMap(({ result, failure }) => {
    if (failure?.permanent === 'unreadable') return [];
    const { index, fileName: name, styledImageUrl, thumbnailUrl } = result;
    const isStyled = styledImageUrl !== null && thumbnailUrl !== null;
    if (side === 'original')
      return {
        index,
        name,
        webUrl: result.originalImageUrl,
        thumbnailUrl: result.originalThumbnailUrl,
        downloadName: name,
        hasOtherSide: isStyled,
      };
    if (!isStyled) return [];
    return {
      index,
      name,
      webUrl: styledImageUrl,
      thumbnailUrl,
      downloadName: names.get(index),
      hasOtherSide: true,
    };
  });
}
