import { z } from 'zod';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** What was kept under a name for as long as the tab is open; what no longer fits the schema was not kept. */
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

const SubmissionSchema = z.object({ request: z.string(), key: z.string() });

/**
 * The key of a submission: the same for the same request until it has succeeded, also over a reload, so that trying again
 * after a lost answer pays once.
 */
export function takeKey(store: Store, name: string, request: unknown): string {
  const text = JSON.stringify(request);
  const kept = readKept(store, name, SubmissionSchema);
  if (kept?.request === text) return kept.key;
  const key = crypto.randomUUID();
  keep(store, name, { request: text, key });
  return key;
}
