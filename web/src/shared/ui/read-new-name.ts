import { BatchNameSchema } from '@portal/contracts/batches';

/** The name to save; none where it is empty, too long, or the one there is. */
export function readNewName(typed: string, name: string): string | undefined {
  const { data } = BatchNameSchema.safeParse(typed);
  return data === name ? undefined : data;
}
