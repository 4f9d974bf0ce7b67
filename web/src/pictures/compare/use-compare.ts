import { useState } from 'react';
import { toast } from '../../client/toast/toast-store.ts';

const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

interface Compared<Picture> {
  pictures: readonly Picture[];
  isOpen: boolean;
  /** How many times: its key, so that each opening starts anew. */
  opened: number;
}

export const canCompare = (count: number): boolean => count >= MIN_COMPARED && count <= MAX_COMPARED;

/** Which pictures are compared. They stay while the dialog closes. */
export function useCompare<Picture>() {
  const [compared, setCompared] = useState<Compared<Picture>>();
  return {
    compared,
    open: (pictures: readonly Picture[]) => {
      if (canCompare(pictures.length))
        setCompared((before) => ({ pictures, isOpen: true, opened: (before?.opened ?? 0) + 1 }));
      else toast('Select 2 to 4 pictures to compare');
    },
    close: () => setCompared((before) => before && { ...before, isOpen: false }),
  };
}
