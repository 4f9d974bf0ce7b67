import { isActive } from '@portal/contracts/batches';
import type { LibraryBatch } from '@portal/contracts/library';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshLibrary, useRecentLibrary } from '../../pictures/library/library-query.ts';
import { roomQuery } from '../../tools/spend/room-query.ts';
import { useTools, type Tool } from '../../pictures/registered-tools/tools.ts';
import type { RunningCounts } from './rail.tsx';

/** Renders nothing. Loaded after the page, because it needs the Library. */
export function CountRunning({ onChange }: { onChange: (counts: RunningCounts) => void }) {
  const client = useQueryClient();
  const tools = useTools();
  const { batches } = useRecentLibrary();
  useEffect(() => onChange(countRunning(batches ?? [])), [batches, onChange]);
  useRoomRefresh(client, batches);
  useEffect(() => watchRunning(client, tools), [client, tools]);
  return undefined;
}

/** Reads what may still be spent again when a batch has started or ended. */
function useRoomRefresh(client: QueryClient, batches: readonly LibraryBatch[] | undefined): void {
  const running = batches
    ?.filter(({ status }) => isActive(status))
    .map(({ id }) => id)
    .join(' ');
  const known = useRef(running);
  useEffect(() => {
    if (known.current !== undefined && known.current !== running) {
      void client.invalidateQueries({ queryKey: roomQuery.queryKey });
    }
    known.current = running;
  }, [client, running]);
}

export function countRunning(batches: readonly Pick<LibraryBatch, 'tool' | 'status'>[]): RunningCounts {
  const counts: RunningCounts = {};
  for (const { tool, status } of batches) if (isActive(status)) counts[tool] = (counts[tool] ?? 0) + 1;
  return counts;
}

/** Polls the Library as soon as a batch starts or ends in a tool's own list. Otherwise counts would be late: it is idle for a minute. */
export function watchRunning(client: QueryClient, tools: readonly Pick<Tool, 'historyQuery'>[]): () => void {
  const known = new Map<string, ReadonlySet<string>>();
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated') return;
    const list = tools.find(({ historyQuery }) => historyQuery.queryKey[0] === query.queryKey[0]);
    if (!list || query.state.data === undefined || query.queryKey.length > 1) return;
    const batches = list.historyQuery.select?.(query.state.data) ?? [];
    const running = new Set(batches.flatMap(({ id, endState }) => (endState === undefined ? id : [])));
    const changed = running.symmetricDifference(known.get(query.queryHash) ?? new Set());
    known.set(query.queryHash, running);
    if (changed.size > 0) refreshLibrary(client);
  });
}
