/** What this browser keeps of what a person chose. */
import type { z } from 'zod';

export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** What was kept under a name; what no longer fits the schema was not kept. */
export function readKept<Schema extends z.ZodType>(
  store: Store,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(store.getItem(name) ?? ''));
  } catch {
    return undefined;
  }
}

export const keep = (store: Store, name: string, value: unknown): void =>
  store.setItem(name, JSON.stringify(value));
