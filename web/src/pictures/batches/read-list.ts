/** Reads a tool's batches: first the whole list, then only what has changed. See docs/decisions/008. */
import type { ChangesParamsSchema } from '@portal/contracts/batch-calls';
import { MAX_BATCHES_LISTED, type BatchFacts } from '@portal/contracts/batches';
import type { Call } from '@portal/contracts/call';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import { callVersioned } from '../../client/api/client.ts';

type Listed = Pick<BatchFacts, 'id' | 'createdAt' | 'expiresAt'> & {
  prompts?: readonly string[] | undefined;
};

interface Changes<Batch> {
  changed: Batch[];
  removed: string[];
  isWhole: boolean;
  time: string;
}

export interface ListCalls<Batch> {
  list: Call<z.ZodType, z.ZodType, z.ZodType<{ batches: Batch[] }>>;
  changes: Call<typeof ChangesParamsSchema, z.ZodType, z.ZodType<Changes<Batch>>>;
}

/** What the server sent last, without the page's own changes. */
interface KnownList<Batch> {
  batches: readonly Batch[];
  etag: string | undefined;
}

/** Batches that have not changed stay the same objects, newest first. `transform` must keep them too. */
export function makeListReader<Batch extends Listed>(
  calls: ListCalls<Batch>,
  transform: (batches: readonly Batch[]) => readonly Batch[],
) {
  /** Forgotten together with the query, as when the user signs out. */
  const lists = new WeakMap<Query, KnownList<Batch>>();
  return async ({ client, queryKey }: { client: QueryClient; queryKey: QueryKey }) => {
    const query = client.getQueryCache().find({ queryKey, exact: true });
    const known = query && lists.get(query);
    const { batches, etag } =
      known?.etag === undefined
        ? await readWhole(calls.list)
        : await readChanges(calls.changes, known, known.etag);
    const list = { batches: transform(batches), etag };
    if (query) lists.set(query, list);
    return list.batches;
  };
}

async function readWhole<Batch extends Listed>(call: ListCalls<Batch>['list']): Promise<KnownList<Batch>> {
  const { body, etag } = await callVersioned(call);
  return { batches: sortNewestFirst(body.batches), etag };
}

async function readChanges<Batch extends Listed>(
  call: ListCalls<Batch>['changes'],
  known: KnownList<Batch>,
  since: string,
): Promise<KnownList<Batch>> {
  const { body, etag } = await callVersioned(call, { params: { since }, etag: since });
  if (!body) return known;
  return { batches: mergeChanges(known.batches, body), etag };
}

export function mergeChanges<Batch extends Listed>(
  known: readonly Batch[],
  { changed, removed, isWhole, time }: Changes<Batch>,
): readonly Batch[] {
  const replaced = new Set([...removed, ...changed.map(({ id }) => id)]);
  const kept = isWhole ? [] : known.filter(({ id, expiresAt }) => !replaced.has(id) && expiresAt > time);
  const whole = isWhole ? changed : withPrompts(known, changed);
  return sortNewestFirst([...whole, ...kept]).slice(0, MAX_BATCHES_LISTED);
}

/** They never change, and are not sent again while a batch makes progress. */
export function withPrompts<Batch extends { id: string; prompts?: readonly string[] | undefined }>(
  known: readonly Batch[],
  changed: readonly Batch[],
): readonly Batch[] {
  if (changed.every(({ prompts }) => prompts)) return changed;
  const byId = new Map(known.map((batch) => [batch.id, batch]));
  return changed.map((batch) => {
    const prompts = batch.prompts ?? byId.get(batch.id)?.prompts;
    return prompts ? { ...batch, prompts } : batch;
  });
}

const sortNewestFirst = <Batch extends Listed>(batches: readonly Batch[]): Batch[] =>
  batches.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
