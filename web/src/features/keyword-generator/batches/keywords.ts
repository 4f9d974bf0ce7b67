import { keywordCalls, renameKeywordBatch, type KeywordBatch } from '@portal/contracts/keyword-generator';
import { call } from '../../../client/api/client.ts';
import { makeBatchTool } from '../../../pictures/batches/batch-tool.ts';
import { updateBatch } from '../../../pictures/batches/change-batches.ts';
import { useBatchChanges } from '../../../pictures/batches/use-batch-changes.ts';
import { toastRefusal } from '../../../client/api/toast-refusal.ts';
import { toastFailure } from '../../../client/toast/toast-store.ts';
import { countOf } from '../../../ui/count.ts';

export const keywords = makeBatchTool<KeywordBatch>({
  name: 'keyword-generator',
  calls: keywordCalls,
  // Active batches are polled one by one, see history/follow-batches.ts.
  findPollInterval: () => false,
  readName: ({ name }) => name,
  readProgress: ({ completedCount, images }) => ({ done: completedCount, total: images.length }),
  readNote: ({ images }) => `Keywords, ${countOf(images.length, 'image')}`,
  readTexts: ({ images, context }) => [...images, context],
  filters: [
    {
      name: 'language',
      label: 'Language',
      read: ({ language }) => language,
      describe: (language) => language,
    },
  ],
  // oxlint-disable-next-line no-console -- the spec: delete and clear failures are only logged
  onDeleteFailure: (error) => console.warn('The batch could not be deleted.', error),
  zipSuffix: '_keywords.zip',
  notifyDownload: (_title, options) => {
    if (options?.isDestructive === true) toastFailure();
  },
});

/** Optimistic. A failure reverts the name and shows a toast. */
export function useRename() {
  const { change } = useBatchChanges(keywords);
  return (id: string, name: string) =>
    change({
      apply: updateBatch<KeywordBatch>(id, { name }),
      send: () => call(renameKeywordBatch, { params: { id }, body: { name } }).catch(toastAndRethrow),
    });
}

/** For an optimistic change, which is reverted when it rejects. */
export function toastAndRethrow(error: unknown): never {
  toastRefusal(error);
  throw error;
}
