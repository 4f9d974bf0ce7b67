import {
  editKeywordResult,
  type KeywordBatch,
  type KeywordResult,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { call } from '../../../shared/api/client.ts';
import { useBatchChanges } from '../../../shared/batches/use-batch-changes.ts';
import { keywords, tellOfRefusal } from '../batches/keywords.ts';

export const readTexts = (result: KeywordTexts): KeywordTexts => ({
  seo_image_title: result.seo_image_title,
  seo_description: result.seo_description,
  keywords: result.keywords,
  category: result.category,
});

export const areSameTexts = (one: KeywordTexts, other: KeywordTexts): boolean =>
  JSON.stringify(readTexts(one)) === JSON.stringify(readTexts(other));

/** The batches with other texts of one picture. */
export const replacingResult =
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

/** Of each picture one change after the other: the last one counts. */
const underWay = new Map<string, Promise<unknown>>();

/** Shows at once; what the server refuses is taken back and told, and the answer rejects. */
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
      isWhole: true,
      apply: (batches) => replacingResult(batchId, index, changes)(batches),
      send: async () => {
        const sending = (underWay.get(key) ?? Promise.resolve()).catch(() => undefined).then(send);
        underWay.set(key, sending);
        await sending.then(resolve, (error: unknown) => {
          reject(error);
          tellOfRefusal(error);
        });
      },
    });
    return promise;
  };
}
