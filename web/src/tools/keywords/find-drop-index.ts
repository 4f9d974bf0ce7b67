type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

/** Half the space between two rows of chips. */
const HALF_GAP_PX = 3;

/** Counts the chips before a point, which are wrapped onto rows. */
export function findDropIndex(chips: readonly Box[], { x, y }: { x: number; y: number }): number {
  const isBefore = ({ top, bottom, left, right }: Box) =>
    y >= bottom + HALF_GAP_PX || (y >= top - HALF_GAP_PX && x > (left + right) / 2);
  return chips.filter(isBefore).length;
}
