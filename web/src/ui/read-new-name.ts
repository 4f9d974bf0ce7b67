import { BatchNameSchema } from '@portal/contracts/batches';

/** The name to save. Undefined if it is empty, too long or unchanged. */
export function readNewName(typed: string, name: string): string | undefined {
  const { data } = BatchNameSchema.safeParse(typed);
  return data === name ? undefined : data;
}
