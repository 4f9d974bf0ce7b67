/** Reads the Library: pages when they are asked for, otherwise only what has changed since. See docs/decisions/009. */
import { listLibrary, listLibraryChanges, type LibraryBatch } from '@portal/contracts/library';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { callVersioned } from '../../client/api/client.ts';
import { withPrompts } from '../batches/read-list.ts';

export interface LibraryList {
  /** Of the pages read so far, newest first. */
  batches: readonly LibraryBatch[];
  /** The page after them; null if there is none. */
  next: string | null;
}

/** What the server sent last, without the page's own changes. */
interface KnownLibrary extends LibraryList {
  etag: string | undefined;
}

interface Context {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** Forgotten together with the query, as when the user signs out. */
const libraries = new WeakMap<Query, KnownLibrary>();
const wantsNextPage = new WeakSet<Query>();

/** The next read of the query gets a page instead of changes. False if a page is being read already. */
export function askForNextPage(client: QueryClient, queryKey: QueryKey): boolean {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (!query || (wantsNextPage.has(query) && query.state.fetchStatus === 'fetching')) return false;
  wantsNextPage.add(query);
  return true;
}

/** Applies a change that the server has accepted: to what pages show, and to what the next read starts from. */
export function applyToLibrary(
  client: QueryClient,
  queryKey: QueryKey,
  apply: (batches: readonly LibraryBatch[]) => readonly LibraryBatch[],
): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  const known = query && libraries.get(query);
  if (known) libraries.set(query, { ...known, batches: apply(known.batches) });
  client.setQueryData<LibraryList>(queryKey, (list) => list && { ...list, batches: apply(list.batches) });
}

/** Batches that have not changed stay the same objects. */
export async function readLibrary({ client, queryKey, signal }: Context): Promise<LibraryList> {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  const known = query && libraries.get(query);
  const isNextPage = query !== undefined && wantsNextPage.has(query);
  const library = dropExpired(await readNext(known, isNextPage));
  // A discarded response must not replace what was read meanwhile.
  if (query && !signal.aborted) {
    libraries.set(query, library);
    wantsNextPage.delete(query);
  }
  const { batches, next } = library;
  return { batches, next };
}

async function readNext(known: KnownLibrary | undefined, isNextPage: boolean): Promise<KnownLibrary> {
  if (known?.etag === undefined) return readFirstPage();
  if (isNextPage && known.next !== null) return readNextPage(known, known.next);
  const { body, etag } = await callVersioned(listLibraryChanges, {
    params: { since: known.etag },
    etag: known.etag,
  });
  if (!body) return known;
  if (body.isUnknown) return readFirstPage();
  return { ...mergeChanges(known, body), etag };
}

async function readFirstPage(): Promise<KnownLibrary> {
  const { body, etag } = await callVersioned(listLibrary, { params: {} });
  return { ...body, etag };
}

/** Keeps the older ETag: its changes are those of both pages. */
async function readNextPage(known: KnownLibrary, after: string): Promise<KnownLibrary> {
  const { body } = await callVersioned(listLibrary, { params: { after } });
  return { ...known, batches: replaceBatches(known.batches, body.batches), next: body.next };
}

function mergeChanges(
  { batches, next }: LibraryList,
  { changed, removed }: { changed: readonly LibraryBatch[]; removed: readonly string[] },
): LibraryList {
  const known = new Set(batches.map(({ id }) => id));
  const oldest = next === null ? undefined : batches.at(-1)?.createdAt;
  // Older ones come with their own page.
  const listed = changed.filter(
    ({ id, createdAt }) => known.has(id) || oldest === undefined || createdAt >= oldest,
  );
  const gone = new Set(removed);
  return {
    batches: replaceBatches(
      batches.filter(({ id }) => !gone.has(id)),
      listed,
    ),
    next,
  };
}

function replaceBatches(
  batches: readonly LibraryBatch[],
  changed: readonly LibraryBatch[],
): readonly LibraryBatch[] {
  const replaced = new Set(changed.map(({ id }) => id));
  return [...withPrompts(batches, changed), ...batches.filter(({ id }) => !replaced.has(id))].toSorted(
    (one, other) => other.createdAt.localeCompare(one.createdAt),
  );
}

/** A 304 does not say the server's time, so this uses the device's. */
function dropExpired(library: KnownLibrary): KnownLibrary {
  const now = new Date().toISOString();
  const batches = library.batches.filter(({ expiresAt }) => expiresAt > now);
  return batches.length === library.batches.length ? library : { ...library, batches };
}
