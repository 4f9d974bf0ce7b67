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
    // The storage is full or blocked. The value lasts until the page is left.
  }
}

/** What a user has entered. Each tab has its own draft, which survives a reload. A new tab starts with the last one of any tab. */
export const readDraft = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): z.output<Schema> | undefined =>
  readStored(sessionStorage, name, schema) ?? readStored(localStorage, name, schema);

export function writeDraft(name: string, value: unknown): void {
  for (const store of [sessionStorage, localStorage]) writeIfPossible(store, name, value);
}

export function dropDraft(name: string): void {
  for (const store of [sessionStorage, localStorage]) store.removeItem(name);
}
