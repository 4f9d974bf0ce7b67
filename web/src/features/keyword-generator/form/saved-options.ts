import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import { useState } from 'react';
import type { z } from 'zod';
import { readStored, writeStored } from '../../../shared/browser-storage.ts';
import { useSession } from '../../../shared/session/session.ts';

const OptionsSchema = KeywordOptionsSchema.omit({ batchName: true });
export type Options = z.output<typeof OptionsSchema>;
export type ChangeOptions = (changes: Partial<Options>) => void;

export const DEFAULT_OPTIONS: Options = OptionsSchema.parse({});

/** The options for the next batch, saved in this browser for each user. */
export function useSavedOptions() {
  const { session } = useSession();
  const name = `portal:keyword-options:${session.status === 'signed-in' ? session.user.id : ''}`;
  const [options, setOptions] = useState(
    () => readStored(localStorage, name, OptionsSchema) ?? DEFAULT_OPTIONS,
  );
  const change: ChangeOptions = (changes) => {
    const next = { ...options, ...changes };
    setOptions(next);
    writeStored(localStorage, name, next);
  };
  return { options, change };
}
