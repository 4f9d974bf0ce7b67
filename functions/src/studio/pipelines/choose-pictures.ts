/** A person's choice of the pictures that go on to the next stage. */
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { passAllOn } from '../../batches/engine/pass-on.ts';
import { batchReference, parseBatch, type Batch } from '../../batches/store/batch-store.ts';
import { writeBatchChange } from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { assertOwner, parsePipeline, pipelineReference } from './pipeline-store.ts';

interface ChosenPicture {
  batchId: string;
  index: number;
}

/**
 * Once for each job. Saved in one transaction; if what follows is interrupted, the sweep finishes it. The same choice again
 * has no effect.
 */
export async function choosePictures(
  deps: Deps,
  owner: string,
  id: string,
  pictures: readonly ChosenPicture[],
): Promise<void> {
  const { firestore } = deps;
  const byBatch = Map.groupBy(pictures, ({ batchId }) => batchId);
  const sources = await firestore.runTransaction(async (transaction) => {
    const reference = pipelineReference(firestore, id);
    const pipeline = assertOwner(parsePipeline(await transaction.get(reference)), owner);
    if (!pipeline.settings.isChosenByHand || pipeline.batches.length === 0) {
      throw new AppError('conflict', 'This job does not wait for a choice.');
    }
    const found = await transaction.getAll(
      ...pipeline.batches.map((batch) => batchReference(firestore, batch.id)),
    );
    const batches = new Map(
      found.flatMap((snapshot) => {
        const batch = parseBatch(snapshot);
        return batch ? [[batch.id, batch] as const] : [];
      }),
    );
    const held = [...batches.values()].filter((batch) => isHeldFor(batch, pipeline.chosenAt !== null));
    const chosen = held.map((batch) => {
      const source = batches.get(batch.pipeline?.previous ?? '');
      const indexes = (source && byBatch.get(source.id)?.map(({ index }) => index)) ?? [];
      return { batch, source, indexes: [...new Set(indexes)].toSorted((one, other) => one - other) };
    });
    assertKnown(pictures, new Set(chosen.map(({ source }) => source?.id ?? '')));
    if (pipeline.chosenAt) {
      assertSameChoice(chosen);
      return chosen.flatMap(({ source }) => source ?? []);
    }
    if (chosen.some(({ source }) => source && !source.endedAt)) {
      throw new AppError('conflict', 'Pictures are still being made. Choose when all of them are.');
    }
    for (const { batch, indexes } of chosen) {
      transaction.update(batchReference(firestore, batch.id), {
        'pipeline.isHeld': false,
        'pipeline.chosen': indexes,
      });
      writeBatchChange(firestore, transaction, batch);
    }
    transaction.update(reference, { chosenAt: Timestamp.now(), changedAt: FieldValue.serverTimestamp() });
    return chosen.flatMap(({ source }) => source ?? []);
  });
  await Promise.all(sources.map((source) => passAllOn(deps, source)));
}

const isHeldFor = ({ pipeline }: Batch, isChosen: boolean): boolean =>
  isChosen ? pipeline?.chosen !== undefined : pipeline?.isHeld === true;

function assertKnown(pictures: readonly ChosenPicture[], sources: ReadonlySet<string>): void {
  const place = pictures.findIndex(({ batchId }) => !sources.has(batchId));
  if (place < 0) return;
  const message = 'This picture cannot be chosen.';
  throw new AppError('not-found', message, { details: [{ path: `pictures.${place}`, message }] });
}

function assertSameChoice(chosen: readonly { batch: Batch; indexes: readonly number[] }[]): void {
  if (chosen.every(({ batch, indexes }) => batch.pipeline?.chosen?.join() === indexes.join())) return;
  throw new AppError('conflict', 'The pictures were chosen before.');
}
