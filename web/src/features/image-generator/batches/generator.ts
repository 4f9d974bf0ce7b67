import {
  renameGenerationBatch,
  type GenerationBatch,
  generatorCalls,
} from '@portal/contracts/image-generator';
import { call } from '../../../shared/api/client.ts';
import { makeImageTool } from '../../../shared/batches/batch-tool.ts';
import { replacing } from '../../../shared/batches/change-batches.ts';
import { pollWhileActive } from '../../../shared/batches/poll-batches.ts';
import { useBatchChanges } from '../../../shared/batches/use-batch-changes.ts';
import { toast } from '../../../shared/toast/toast-store.ts';

export const generator = makeImageTool<GenerationBatch>({
  calls: generatorCalls,
  findPollInterval: pollWhileActive,
  readName: ({ customName }) => customName,
  readProgress: ({ completedCount, requestedCount }) => ({ done: completedCount, total: requestedCount }),
  zipSuffix: '_images.zip',
  tellOfDownload: toast,
  tellOfNoImages: () => toast('No images found', { description: "This batch doesn't contain any images." }),
  tellOfFailedImages: () =>
    toast('Error', { description: 'Failed to load batch images.', isDestructive: true }),
});

export const generationBatchesQuery = generator.batchesQuery;

export function useRename() {
  const { change } = useBatchChanges(generator);
  return (id: string, name: string) =>
    change({
      // The media service's ZIP bears the old name; the server's own has the new one.
      apply: replacing<GenerationBatch>(id, { customName: name, folderLink: null }),
      send: () => call(renameGenerationBatch, { params: { id }, body: { name } }),
    });
}
