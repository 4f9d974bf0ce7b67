import { useQuery } from '@tanstack/react-query';
import type { BatchSummary } from '../../pictures/batches/batch-tool.ts';
import { useTools } from '../../pictures/registered-tools/tools.ts';
import { containsWords, splitWords } from '../../ui/search-words.ts';
import { makeBatchPath } from '../../pictures/batches/batch-path.ts';

export interface PaletteEntry {
  title: string;
  path: string;
  /** Set for a batch, not for a page. */
  batch?: BatchSummary;
}

const MAX_RECENT = 5;
const MAX_FOUND = 50;

/** All batches of all tools, newest first. */
export function useBatchEntries(): PaletteEntry[] {
  const tools = useTools();
  // oxlint-disable-next-line react/hooks -- the registry never changes, and useQueries would add 1.3 kB
  const histories = tools.map(({ historyQuery }) => useQuery(historyQuery));
  return tools
    .flatMap(({ path }, index) => (histories[index]?.data ?? []).map((batch) => ({ path, batch })))
    .toSorted((one, other) => other.batch.createdAt.localeCompare(one.batch.createdAt))
    .map(({ path, batch }) => ({ title: batch.title, path: makeBatchPath(path, batch.id), batch }));
}

/** Entries that contain every word of the search. Without a search, only the newest few batches. */
export function filterEntries(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const words = splitWords(search);
  const found = entries.filter(({ title, batch }) => containsWords(words, [title, batch?.note ?? '']));
  const pages = found.filter(({ batch }) => !batch);
  const batches = found.filter(({ batch }) => batch);
  return [...pages, ...batches.slice(0, words.length === 0 ? MAX_RECENT : MAX_FOUND)];
}
