import { usePictureSize } from '../batches/picture-size.ts';

const HEIGHTS = { small: 128, medium: 200, large: 320 } as const;
/** A phone shows three, two or one in a row. */
const PHONE_HEIGHTS = { small: 88, medium: 120, large: 240 } as const;

/** How tall rows of pictures are, in the Library and in jobs. */
export function useRowHeight(): number {
  const size = usePictureSize();
  return (innerWidth < 600 ? PHONE_HEIGHTS : HEIGHTS)[size];
}
