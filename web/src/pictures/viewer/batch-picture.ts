import type { PictureChecks } from '@portal/contracts/checks';

/** A picture that a batch made and that is still stored. */
export interface BatchPicture {
  index: number;
  fileName: string;
  webUrl: string;
  thumbnailUrl: string;
  /** 0 if unknown, as for originals. */
  width: number;
  height: number;
  /** A ThumbHash, in Base64. */
  placeholder?: string | undefined;
  /** Missing for pictures that were not measured. */
  checks?: PictureChecks | undefined;
  /** The picture that it was made from, for comparison. */
  original?: Pick<BatchPicture, 'webUrl' | 'thumbnailUrl'>;
}
