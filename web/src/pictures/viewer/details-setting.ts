/** Whether details are shown beside the picture, on this device. */
import { z } from 'zod';
import { readStored, writeStored } from '../../client/browser-storage.ts';

const NAME = 'viewer-details';
const isWide = () => matchMedia('(min-width: 900px)').matches;

/** On a phone they would cover the picture, so they start closed. */
export const startsWithDetails = (): boolean =>
  isWide() && (readStored(localStorage, NAME, z.boolean()) ?? true);

export const saveDetails = (isShown: boolean): void => {
  if (isWide()) writeStored(localStorage, NAME, isShown);
};
