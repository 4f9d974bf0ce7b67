/** A person's choice of the pictures that go on to the next stage. */
import { hasSevereIssue } from '@portal/contracts/checks';
import { FieldValue, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { passAllOn } from '../../batches/engine/pass-on.ts';
import { batchReference, parseBatch, type Batch } from '../../batches/store/batch-store.ts';
import { parseItemViews } from '../../batches/store/item-views.ts';
import { writeBatchChange } from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { StoredPipeline } from './pipeline-record.ts';
import { assertOwner, parsePipeline, pipelineReference } from './pipeline-store.ts';

interface ChosenPicture {
  batchId: string;
  index: number;
}

/** A batch that waits for the choice. */
interface Held {
  batch: Batch;
  /** The stage before. */
  previous: Batch;
  /** The one that has made the pictures: a check makes none. */
  sourceId: string;
  /** Indexes of the items that go on. */
  chosen: readonly number[];
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
  const held = await firestore.runTransaction(async (transaction) => {
    const reference = pipelineReference(firestore, id);
    const pipeline = assertOwner(parsePipeline(await transaction.get(reference)), owner);
    const found = await findHeld(deps, transaction, pipeline, pictures);
    if (found.length === 0) throw new AppError('conflict', 'This job does not wait for a choice.');
    assertKnown(pictures, new Set(found.map(({ sourceId }) => sourceId)));
    if (pipeline.chosenAt) {
      assertSameChoice(found);
      return found;
    }
    if (found.some(({ previous }) => !previous.endedAt)) {
      throw new AppError('conflict', 'Pictures are still being made. Choose when all of them are.');
    }
    for (const { batch, chosen } of found) {
      transaction.update(batchReference(firestore, batch.id), {
        ...(batch.pipeline?.isHeld === true && { 'pipeline.isHeld': false }),
        'pipeline.chosen': chosen,
      });
      writeBatchChange(firestore, transaction, batch);
    }
    transaction.update(reference, { chosenAt: Timestamp.now(), changedAt: FieldValue.serverTimestamp() });
    return found;
  });
  await Promise.all(held.map(({ previous }) => passAllOn(deps, previous)));
}

async function findHeld(
  { firestore }: Deps,
  transaction: Transaction,
  { batches: keys, chosenAt, settings }: StoredPipeline,
  pictures: readonly ChosenPicture[],
): Promise<Held[]> {
  if (keys.length === 0 || !(settings.isChosenByHand || settings.stages.check)) return [];
  const found = await transaction.getAll(...keys.map((key) => batchReference(firestore, key.id)));
  const batches = new Map(
    found.flatMap((snapshot) => {
      const batch = parseBatch(snapshot);
      return batch ? [[batch.id, batch] as const] : [];
    }),
  );
  return [...batches.values()].flatMap((batch): Held[] => {
    const previous = batches.get(batch.pipeline?.previous ?? '');
    if (!previous || !(chosenAt ? batch.pipeline?.chosen : waitsForChoice(batch, previous))) return [];
    const sourceId = previous.tool === 'check' ? (previous.pipeline?.previous ?? '') : previous.id;
    const own = new Set(pictures.filter(({ batchId }) => batchId === sourceId).map(({ index }) => index));
    return [{ batch, previous, sourceId, chosen: listChosen(batch, previous, own) }];
  });
}

/** All of its items, or those that a check holds. While it runs, that is not known. */
const waitsForChoice = ({ pipeline }: Batch, previous: Batch): boolean =>
  pipeline?.isHeld === true ||
  (previous.tool === 'check' && (!previous.endedAt || findSevere(previous).size > 0));

/** Those without a severe issue have gone on already, unless all waited. */
function listChosen({ pipeline, total }: Batch, previous: Batch, own: ReadonlySet<number>): number[] {
  if (pipeline?.isHeld !== undefined) return [...own].toSorted((one, other) => one - other);
  const severe = findSevere(previous);
  return [...Array(total).keys()].filter((index) => own.has(index) || !severe.has(index));
}

const findSevere = ({ items }: Batch): ReadonlySet<number> =>
  new Set(
    Object.entries(parseItemViews(items)).flatMap(([index, { issues }]) =>
      hasSevereIssue(issues) ? [Number(index)] : [],
    ),
  );

function assertKnown(pictures: readonly ChosenPicture[], sources: ReadonlySet<string>): void {
  const place = pictures.findIndex(({ batchId }) => !sources.has(batchId));
  if (place < 0) return;
  const message = 'This picture cannot be chosen.';
  throw new AppError('not-found', message, { details: [{ path: `pictures.${place}`, message }] });
}

function assertSameChoice(held: readonly Held[]): void {
  if (held.every(({ batch, chosen }) => batch.pipeline?.chosen?.join() === chosen.join())) return;
  throw new AppError('conflict', 'The pictures were chosen before.');
}
