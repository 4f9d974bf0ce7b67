import type { StylizerBatch } from '@portal/contracts/stylizer';
import type { BatchPicture } from '../../../pictures/viewer/batch-picture.ts';
import { listPairs } from './list-pairs.ts';

/** The uploaded pictures that a browser can show. */
export const listOriginals = (
  batch: Pick<StylizerBatch, 'status' | 'results' | 'failures'>,
): BatchPicture[] =>
  listPairs(batch).flatMap(({ result, failure }) =>
    failure?.permanent === 'unreadable'
      ? []
      : [
          {
            index: result.index,
            fileName: result.fileName,
            webUrl: result.originalImageUrl,
            thumbnailUrl: result.originalThumbnailUrl,
            width: 0,
            height: 0,
          },
        ],
  );

/** The index of the first image that has been styled. */
export const findFirstStyled = ({ results }: Pick<StylizerBatch, 'results'>): number | undefined =>
  results.find(({ styledImageUrl }) => styledImageUrl !== null)?.index;
