import {
  renameGenerationBatch,
  type GenerationBatch,
  generatorCalls,
} from '@portal/contracts/image-generator';
import { call } from '../../../client/api/client.ts';
import { makeImageTool } from '../../../pictures/batches/batch-tool.ts';
import { updateBatch } from '../../../pictures/batches/change-batches.ts';
import { pollWhileActive } from '../../../pictures/batches/poll-batches.ts';
import { useBatchChanges } from '../../../pictures/batches/use-batch-changes.ts';
import { toast } from '../../../client/toast/toast-store.ts';
import { nameModel, nameProvider } from '@portal/contracts/provider-labels';

export const generator = makeImageTool<GenerationBatch>({
  name: 'image-generator',
  calls: generatorCalls,
  findPollInterval: pollWhileActive,
  readName: ({ customName }) => customName,
  readPrompt: ({ prompt }) => prompt,
  readProgress: ({ completedCount, requestedCount }) => ({ done: completedCount, total: requestedCount }),
  readNote: ({ prompt }) => prompt,
  readTexts: ({ prompt, prompts = [] }) => [prompt, ...prompts],
  filters: [
    {
      name: 'provider',
      label: 'Provider',
      read: ({ provider }) => provider,
      describe: nameProvider,
    },
    {
      name: 'model',
      label: 'Model',
      read: ({ model }) => model,
      describe: nameModel,
    },
  ],
  zipSuffix: '_images.zip',
  notifyDownload: toast,
  notifyNoImages: () => toast('No images found', { description: "This batch doesn't contain any images." }),
  notifyImagesFailed: () =>
    toast('Error', { description: 'Failed to load batch images.', isDestructive: true }),
});

export const generationBatchesQuery = generator.batchesQuery;

export function useRename() {
  const { change } = useBatchChanges(generator);
  return (id: string, name: string) =>
    change({
      // The media service's ZIP has the old name, so the server's ZIP is used instead.
      apply: updateBatch<GenerationBatch>(id, { customName: name, folderLink: null }),
      send: () => call(renameGenerationBatch, { params: { id }, body: { name } }),
    });
}
