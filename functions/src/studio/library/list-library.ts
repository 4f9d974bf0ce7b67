import { LIBRARY_PAGE_SIZE, type LibraryBatch, type LibraryParamsSchema } from '@portal/contracts/library';
import type { z } from 'zod';
import {
  findChanged,
  isKnown,
  limitPlaceholders,
  makeTag,
  parseTag,
  refresh,
  type ListedBatch,
} from '../../batches/api/known-histories.ts';
import { readBatchPage } from '../../batches/store/batch-store.ts';
import { describeBatch } from '../../batches/store/describe-batch.ts';
import { readItemViews, toVersion } from '../../batches/store/progress-store.ts';
import type { FindTool } from '../../batches/tool.ts';
import type { Deps } from '../../batches/deps.ts';
import { describeLibraryBatch } from './describe-library-batch.ts';

interface LibraryPage {
  version: string;
  answer: { batches: LibraryBatch[]; next: string | null };
}

/** Costs a read per batch, and up to ten more for each that is running. */
export async function readLibraryPage(
  { firestore, findTool }: Deps,
  owner: string,
  page: z.output<typeof LibraryParamsSchema>,
): Promise<LibraryPage> {
  const { batches, next, readAt } = await readBatchPage(firestore, owner, {
    ...page,
    limit: LIBRARY_PAGE_SIZE,
  });
  const listed = await Promise.all(
    batches.map(async (batch): Promise<ListedBatch> => ({
      batch,
      ...describeBatch(batch, await readItemViews(firestore, batch)),
    })),
  );
  return {
    // May contain newer data than its version, never older.
    version: makeTag({ firestore, tool: undefined, owner }, toVersion(readAt)),
    answer: { batches: describe(findTool, listed), next },
  };
}

interface LibraryChanges {
  version: string;
  answer: { changed: LibraryBatch[]; removed: string[]; isUnknown: boolean; time: string };
}

/** Undefined if nothing has changed since the ETag `known`, which costs one read. */
export async function readLibraryChanges(
  { firestore, findTool }: Deps,
  owner: string,
  since: string | undefined,
  known: string | undefined,
): Promise<LibraryChanges | undefined> {
  const caller = { firestore, tool: undefined, owner };
  const from = parseTag(caller, since);
  const history = from === undefined ? undefined : await refresh(caller, from);
  const time = new Date().toISOString();
  if (from === undefined || !history) {
    return { version: 'unknown', answer: { changed: [], removed: [], isUnknown: true, time } };
  }
  if (isKnown(caller, known, history.version)) return undefined;
  const version = makeTag(caller, history.version);
  const { changed, removed } = findChanged(history, from);
  return { version, answer: { changed: describe(findTool, changed), removed, isUnknown: false, time } };
}

const describe = (findTool: FindTool, listed: readonly ListedBatch[]): LibraryBatch[] =>
  limitPlaceholders(listed).map(({ batch, ...described }) =>
    describeLibraryBatch(findTool(batch.tool), batch, described),
  );
