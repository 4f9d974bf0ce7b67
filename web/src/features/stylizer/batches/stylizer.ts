import { renameStylizerBatch, stylizerCalls, type StylizerBatch } from '@portal/contracts/stylizer';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/client.ts';
import { makeImageTool } from '../../../shared/batches/batch-tool.ts';
import { replacing } from '../../../shared/batches/change-batches.ts';
import { countActive } from '../../../shared/batches/describe-progress.ts';
import { useBatchChanges } from '../../../shared/batches/use-batch-changes.ts';
import { toastFailure } from '../../../shared/toast/toast-store.ts';

/** The more is under way, the sooner the list is read again. */
export function findPollInterval(batches: readonly StylizerBatch[] | undefined): number {
  const active = countActive(batches ?? []);
  if (active === 0) return 2000;
  if (active <= 2) return 800;
  return active <= 5 ? 600 : 500;
}

export const stylizer = makeImageTool<StylizerBatch>({
  calls: stylizerCalls,
  findPollInterval,
  // The media service's ZIP numbers the images; ours calls them after the files they were made from.
  amend: (batches) => batches.map((batch) => ({ ...batch, folderLink: null })),
  readName: ({ name }) => name,
  readProgress: ({ completedCount, images }) => ({ done: completedCount, total: images.length }),
  zipSuffix: '_stylized.zip',
});

/** Shows at once; a refusal takes it back and is told. */
export function useRename() {
  const { change } = useBatchChanges(stylizer);
  return (id: string, name: string) =>
    change({
      apply: replacing<StylizerBatch>(id, { name }),
      send: () =>
        call(renameStylizerBatch, { params: { id }, body: { name } }).catch((error: unknown) => {
          toastFailure();
          throw error;
        }),
    });
}

const READ_AGAIN_MS = 1000;

/** The list has the new batch at once, and a second later what has become of it. */
export function readStartedBatch(client: QueryClient): void {
  const read = () => void client.invalidateQueries({ queryKey: stylizer.batchesQuery.queryKey, exact: true });
  read();
  setTimeout(read, READ_AGAIN_MS);
}
