import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeIfPossible } from '../../client/browser-storage.ts';

const NAME = 'library-row-height';
export const MIN_ROW_HEIGHT = 96;
export const MAX_ROW_HEIGHT = 400;
/** A phone shows two or three pictures in a row. */
const findDefault = (): number => (innerWidth < 600 ? 120 : 200);
const HeightSchema = z.number().min(MIN_ROW_HEIGHT).max(MAX_ROW_HEIGHT);

/** How tall rows of pictures are on this device. */
export function useRowHeight(): [number, (height: number) => void] {
  const [height, setHeight] = useState(() => readStored(localStorage, NAME, HeightSchema) ?? findDefault());
  const change = (next: number) => {
    setHeight(next);
    writeIfPossible(localStorage, NAME, next);
  };
  return [height, change];
}
