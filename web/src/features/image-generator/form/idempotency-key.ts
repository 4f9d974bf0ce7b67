import { z } from 'zod';
import { keep, readKept, type Store } from '../../../shared/browser-storage.ts';

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
