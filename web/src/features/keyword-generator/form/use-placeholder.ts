import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { useBatchChanges } from '../../../shared/batches/use-batch-changes.ts';
import { keywords } from '../keywords.ts';

/** A batch that stands in the history from the click on; it goes again where no batch comes of it. */
export function useShowPlaceholder() {
  const { change } = useBatchChanges(keywords);
  return (placeholder: KeywordBatch, started: Promise<string | undefined>) => {
    let { id } = placeholder;
    change({
      apply: (batches) =>
        batches.some((batch) => batch.id === id) ? batches : [{ ...placeholder, id }, ...batches],
      send: async () => {
        const batchId = await started;
        if (batchId === undefined) throw new Error('The upload was cancelled.');
        id = batchId;
      },
    });
  };
}
