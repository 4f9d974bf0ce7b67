import { z } from 'zod';
import { readStored, writeStored, type Store } from '../../client/browser-storage.ts';

const SubmissionsSchema = z.array(z.object({ digest: z.string(), key: z.string() }));
/** Requests whose answer may have been lost. More of them, one after another, are unlikely. */
const MAX_KEPT = 20;

const read = (store: Store, name: string) => readStored(store, name, SubmissionsSchema) ?? [];

/** A job's request may be as large as the storage. */
async function digestOf(request: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** The same key for the same request until it succeeds, even after a reload or other requests, so that a retry never pays twice. */
export async function getIdempotencyKey(store: Store, name: string, request: unknown): Promise<string> {
  const digest = await digestOf(request);
  const kept = read(store, name);
  const known = kept.find((each) => each.digest === digest);
  if (known) return known.key;
  const key = crypto.randomUUID();
  writeStored(store, name, [...kept, { digest, key }].slice(-MAX_KEPT));
  return key;
}

/** Once the request has succeeded: the next one like it is meant. */
export async function forgetIdempotencyKey(store: Store, name: string, request: unknown): Promise<void> {
  const digest = await digestOf(request);
  writeStored(
    store,
    name,
    read(store, name).filter((each) => each.digest !== digest),
  );
}
