import { titleBatch } from '@portal/contracts/batch-title';
import type { Batch } from './batch-store.ts';

/** What the batch is called where other batches name it. */
export const titleOf = ({ name, settings }: Pick<Batch, 'name' | 'settings'>): string => {
  const { prompt } = settings;
  return titleBatch({ name, prompt: typeof prompt === 'string' ? prompt : null }).title;
};
