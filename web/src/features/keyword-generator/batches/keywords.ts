import { keywordCalls, renameKeywordBatch, type KeywordBatch } from '@portal/contracts/keyword-generator';
import { call } from '../../../shared/api/client.ts';
import { makeBatchTool } from '../../../shared/batches/batch-tool.ts';
import { replacing } from '../../../shared/batches/change-batches.ts';
import { useBatchChanges } from '../../../shared/batches/use-batch-changes.ts';
import { toastFailure } from '../../../shared/toast/toast-store.ts';

export const keywords = makeBatchTool<KeywordBatch>({
  calls: keywordCalls,
  // Batches at work are read one by one: see history/follow-batches.ts.
  findPollInterval: () => false,
  readName: ({ name }) => name,
  readProgress: ({ completedCount, images }) => ({ done: completedCount, total: images.length }),
  // oxlint-disable-next-line no-console -- the spec: delete and clear failures are only logged
  onDeleteFailure: (error) => console.warn('The batch could not be deleted.', error),
  zipSuffix: '_keywords.zip',
  tellOfDownload: (_title, options) => {
    if (options?.isDestructive === true) toastFailure();
  },
});

/** Shows at once; a refusal takes it back and is told. */
export function useRename() {
  const { change } = useBatchChanges(keywords);
  return (id: string, name: string) =>
    change({
      apply: replacing<KeywordBatch>(id, { name }),
      send: () => call(renameKeywordBatch, { params: { id }, body: { name } }).catch(tellOfRefusal),
    });
}

/** For a change that is taken back. */
export function tellOfRefusal(error: unknown): never {
  toastFailure();
  throw error;
}
