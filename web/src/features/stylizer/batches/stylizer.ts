import { renameStylizerBatch, stylizerCalls, type StylizerBatch } from '@portal/contracts/stylizer';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/client.ts';
import { makeImageTool } from '../../../pictures/batches/batch-tool.ts';
import { updateBatch } from '../../../pictures/batches/change-batches.ts';
import { countBusy } from '../../../pictures/batches/describe-progress.ts';
import { useBatchChanges } from '../../../pictures/batches/use-batch-changes.ts';
import { toastFailure } from '../../../client/toast/toast-store.ts';
import { labelPreset } from './label-preset.ts';

/** The more batches are active, the faster the list is polled. */
export function findPollInterval(batches: readonly StylizerBatch[] | undefined): number {
  const active = countBusy(batches ?? []);
  if (active === 0) return 2000;
  if (active <= 2) return 800;
  return active <= 5 ? 600 : 500;
}

export const stylizer = makeImageTool<StylizerBatch>({
  name: 'stylizer',
  calls: stylizerCalls,
  findPollInterval,
  // Uses the server's ZIP, which keeps the original file names. The media service's ZIP numbers the images.
  transform: (batches) =>
    batches.map((batch) => (batch.folderLink === null ? batch : { ...batch, folderLink: null })),
  readName: ({ name }) => name,
  readProgress: ({ completedCount, images }) => ({ done: completedCount, total: images.length }),
  readNote: ({ preset }) => `Stylizer, ${labelPreset(preset)}`,
  readTexts: ({ images }) => images,
  readSettings: ({ preset }) => [['Style', labelPreset(preset)]],
  filters: [{ name: 'style', label: 'Style', read: ({ preset }) => preset, describe: labelPreset }],
  zipSuffix: '_stylized.zip',
});

/** Optimistic. A failure reverts the name and shows a toast. */
export function useRename() {
  const { change } = useBatchChanges(stylizer);
  return (id: string, name: string) =>
    change({
      apply: updateBatch<StylizerBatch>(id, { name }),
      send: () =>
        call(renameStylizerBatch, { params: { id }, body: { name } }).catch((error: unknown) => {
          toastFailure();
          throw error;
        }),
    });
}

const SECOND_REFETCH_MS = 1000;

/** The list shows the new batch at once and its progress a second later. */
export function refetchAfterStart(client: QueryClient): void {
  const refetch = () =>
    void client.invalidateQueries({ queryKey: stylizer.batchesQuery.queryKey, exact: true });
  refetch();
  setTimeout(refetch, SECOND_REFETCH_MS);
}
