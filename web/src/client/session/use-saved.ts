import { useState } from 'react';
import type { z } from 'zod';
import { readStored, writeStored } from '../browser-storage.ts';
import { useUserId } from './use-user-id.ts';

/** A value that each user has on this device, such as a form's options. */
export function useSaved<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  initial: z.output<Schema>,
): [z.output<Schema>, (next: z.output<Schema>) => void] {
  const fullName = `portal:${name}:${useUserId()}`;
  const [value, setValue] = useState(() => readStored(localStorage, fullName, schema) ?? initial);
  const save = (next: z.output<Schema>) => {
    setValue(next);
    writeStored(localStorage, fullName, next);
  };
  return [value, save];
}
