/** Everything that a job writes when it starts, checked before anything is paid. */
import type { RecipeSettings } from '@portal/contracts/pipelines';
import type { Transaction } from 'firebase-admin/firestore';
import { enqueueItems } from '../../batches/engine/enqueue-items.ts';
import { makeBatch, writeNewBatch } from '../../batches/engine/new-batch.ts';
import { MAX_WINDOW } from '../../batches/store/batch-record.ts';
import { countOpenBatches, type Batch } from '../../batches/store/batch-store.ts';
import type { Allowance } from '../../batches/tool.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { chooseStages } from './choose-stages.ts';
import { planChains, type ChainContent } from './plan-chains.ts';
import { assertPrice, assertWithinBudget, priceBatches, type PricedBatch } from './price-batches.ts';

/**
 * Firestore accepts requests of up to 10 MiB (https://cloud.google.com/firestore/quotas#writes_and_transactions). The number of
 * writes has had no limit since 2023. What is measured here is a little less than what is sent.
 */
const MAX_START_BYTES = 9 * 1024 ** 2;
/** Of an item: 415 bytes are sent, and its index entries may count too. */
const ITEM_BYTES = 800;

export interface StartRequest {
  id: string;
  owner: string;
  name: string;
  settings: RecipeSettings;
  contents: readonly ChainContent[];
  /** Default: now. */
  startsAt?: Date | undefined;
  /** The price in dollars that the owner has agreed to. Default: any. */
  agreed?: number | undefined;
}

export interface PreparedStart {
  batches: readonly (PricedBatch & { record: Batch })[];
  estimate: number;
  /** Dollars; less than the estimate where no call can cost as much. */
  expected: number;
  /** Of all stages. */
  items: number;
}

/** Throws if the price has risen, or the budget does not cover all stages. */
export async function prepareStart(
  deps: Deps,
  { id, owner, name, settings, contents, startsAt, agreed }: StartRequest,
): Promise<PreparedStart> {
  const stages = await chooseStages(deps, settings.stages);
  const job = { pipelineId: id, owner, name, settings, stages };
  const planned = planChains(deps.firestore, job, contents);
  const { batches, charged, estimate, expected } = await priceBatches(deps, planned);
  // Before the budget, so that a job that is refused notes today's price.
  if (agreed !== undefined) assertPrice(agreed, estimate);
  await assertWithinBudget(deps, owner, charged, startsAt);
  const windows = await shareWindows(deps, owner, batches);
  const createdAt = Date.now();
  const made = batches.map((batch) => {
    const window = batch.window ?? windows.get(batch.tool.name) ?? 1;
    return { ...batch, record: makeBatch({ ...batch, window }, createdAt) };
  });
  const items = made.reduce((sum, { variants }) => sum + variants.length, 0);
  const bytes = made.reduce((sum, { record }) => sum + measure(record), items * ITEM_BYTES);
  if (bytes > MAX_START_BYTES) {
    throw new AppError('too-large', 'This job is too large to start. Shorten its prompts, or split it.');
  }
  return { batches: made, estimate, expected, items };
}

const measure = ({ settings, uploads }: Batch): number =>
  Buffer.byteLength(JSON.stringify([settings, uploads]));

/** As enqueue-items.ts does: all running batches of a person and tool share the places in its queue. */
async function shareWindows(
  { firestore }: Deps,
  owner: string,
  batches: readonly PricedBatch[],
): Promise<ReadonlyMap<string, number>> {
  const first = Map.groupBy(
    batches.filter(({ window }) => window === undefined),
    ({ tool }) => tool.name,
  );
  return new Map(
    await Promise.all(
      [...first].map(async ([tool, own]): Promise<[string, number]> => {
        const open = own.length + (await countOpenBatches(firestore, tool, owner));
        return [tool, Math.max(1, Math.floor(MAX_WINDOW / open))];
      }),
    ),
  );
}

/**
 * Reads the allowances that the job needs, of all lanes and stages together, and throws if too little is left. Returns what
 * writes them and all batches with their items, after the last read of the transaction.
 */
export async function reserveStart(
  deps: Deps,
  transaction: Transaction,
  { batches }: PreparedStart,
): Promise<() => void> {
  const needed = new Map<Allowance<object>, number>();
  const allowanceOf = ({ tool, settings }: PricedBatch) =>
    tool.allowance?.isNeeded(tool.settings.parse(settings)) ? tool.allowance : undefined;
  for (const batch of batches) {
    const allowance = allowanceOf(batch);
    if (allowance) needed.set(allowance, (needed.get(allowance) ?? 0) + batch.variants.length);
  }
  const taken = new Map<Allowance<object>, { day: string; write: () => void }>();
  for (const [allowance, count] of needed) {
    taken.set(allowance, await allowance.take(deps, transaction, count));
  }
  return () => {
    for (const { write } of taken.values()) write();
    for (const batch of batches) {
      const allowance = allowanceOf(batch);
      const day = allowance ? (taken.get(allowance)?.day ?? null) : null;
      writeNewBatch(deps.firestore, transaction, batch.record, batch.variants, day);
    }
  };
}

/** If that is interrupted, the sweep does. */
export async function enqueueStart(deps: Deps, { batches }: PreparedStart): Promise<void> {
  const first = batches.filter(({ pipeline }) => pipeline.previous === undefined);
  await Promise.all(
    first.map(({ record }) =>
      enqueueItems(deps, record, Array.from({ length: Math.min(record.window, record.total) }).keys()),
    ),
  );
}
