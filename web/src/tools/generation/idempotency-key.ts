import { z } from 'zod';
import { readStored, writeStored, type Store } from '../../client/browser-storage.ts';

const SubmissionSchema = z.object({ request: z.string(), key: z.string() });

/** The same key for the same request until it succeeds, even after a reload, so that a retry never pays twice. */
export function getIdempotencyKey(store: Store, name: string, request: unknown): string {
  const text = JSON.stringify(request);
  const stored = readStored(store, name, SubmissionSchema);
  if (stored?.request === text) return stored.key;
  const key = crypto.randomUUID();
  writeStored(store, name, { request: text, key });
  return key;
}
