/** JSON values in localStorage or sessionStorage. */
import type { z } from 'zod';

export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Undefined if nothing valid is stored under the name. */
export function readStored<Schema extends z.ZodType>(
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

export const writeStored = (store: Store, name: string, value: unknown): void =>
  store.setItem(name, JSON.stringify(value));

/** For values that the portal can do without. */
export function writeIfPossible(store: Store, name: string, value: unknown): void {
  try {
    writeStored(store, name, value);
  } catch {
    // The storage is full.
  }
}
