import {
  editKeywordResult,
  type KeywordBatch,
  type KeywordResult,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { call } from '../../../client/api/client.ts';
import { useBatchChanges } from '../../../pictures/batches/use-batch-changes.ts';
import { keywords, toastAndRethrow } from '../batches/keywords.ts';

export const readTexts = (result: KeywordTexts): KeywordTexts => ({
  seo_image_title: result.seo_image_title,
  seo_description: result.seo_description,
  keywords: result.keywords,
  category: result.category,
});

export const areSameTexts = (one: KeywordTexts, other: KeywordTexts): boolean =>
  JSON.stringify(readTexts(one)) === JSON.stringify(readTexts(other));

/** Updates the result of one image. */
export const updateResult =
  (batchId: string, index: number, changes: Partial<KeywordResult>) =>
  (batches: readonly KeywordBatch[]): readonly KeywordBatch[] =>
    batches.map((batch) =>
      batch.id === batchId
        ? {
            ...batch,
            results: batch.results.map((result) =>
              result.index === index ? { ...result, ...changes } : result,
            ),
          }
        : batch,
    );

/** Changes to one image are sent one after another, so that the last one wins. */
const pending = new Map<string, Promise<unknown>>();

/** Optimistic. A failure reverts the change, shows a toast and rejects. */
export function useChangeResult(batchId: string) {
  const { change } = useBatchChanges(keywords);
  return (index: number, texts: KeywordTexts): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const key = `${batchId}/${index}`;
    let changes: Partial<KeywordResult> = { ...texts, edited: true };
    const send = async () => {
      const params = { id: batchId, index: String(index) };
      const { result } = await call(editKeywordResult, { params, body: texts });
      changes = result;
    };
    change({
      skipsRefetch: true,
      apply: (batches) => updateResult(batchId, index, changes)(batches),
      send: async () => {
        const sending = (pending.get(key) ?? Promise.resolve()).catch(() => undefined).then(send);
        pending.set(key, sending);
        await sending.then(resolve, (error: unknown) => {
          reject(error);
          toastAndRethrow(error);
        });
      },
    });
    return promise;
  };
}
