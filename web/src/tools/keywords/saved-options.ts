import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import type { z } from 'zod';
import { useSaved } from '../../client/session/use-saved.ts';

export const OptionsSchema = KeywordOptionsSchema.omit({ batchName: true });
export type Options = z.output<typeof OptionsSchema>;
export type ChangeOptions = (changes: Partial<Options>) => void;

export const DEFAULT_OPTIONS: Options = OptionsSchema.parse({});

/** The options for the next batch. */
export function useSavedOptions() {
  const [options, save] = useSaved('keyword-options', OptionsSchema, DEFAULT_OPTIONS);
  const change: ChangeOptions = (changes) => save({ ...options, ...changes });
  return { options, change };
}
