/** Stores results of a provider batch that has ended: a part in each task, so that their time and memory are bounded. */
import type { Deps } from '../deps.ts';
import { findAttemptMs } from '../../platform/queues/task-times.ts';
import type { Appearance } from '../../pictures/checks/appearance.ts';
import { isMadeByAi, markImage } from '../../pictures/mark-image.ts';
import { logError } from '../../platform/logs/log.ts';
import { CallFailed } from '../../providers/call-provider.ts';
import { priceHalf } from '../../providers/half-price/price-half.ts';
import { updateKey } from '../../providers/key-pool.ts';
import { priceOf } from '../../providers/model-registry.ts';
import { describeFailure, type MadeImage, type ProviderAnswer } from '../../providers/provider-answer.ts';
import { negateMicros, sumMicros, toDollars, toMicros, type Micros } from '../../spend/micros.ts';
import { makeLeasedItem, type LeasedItem } from '../engine/leased-item.ts';
import { logAttempt } from '../engine/log-attempt.ts';
import { saveFailedWork } from '../engine/save-failed-work.ts';
import { passOn } from '../engine/pass-on.ts';
import { readPicture } from '../engine/read-picture.ts';
import type { Outcome } from '../engine/settle-item.ts';
import { findAppearance, storeImage } from '../engine/store-image.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import { readItemSnapshot } from '../store/item-snapshot.ts';
import type { ProviderBatch } from '../store/provider-batch-store.ts';
import type { HalfPrice, OriginalFacts, Tool } from '../tool.ts';
import { logFailure, nameOf, requireName, type ClaimedProviderBatch } from './claimed-provider-batch.ts';
import type { OpenAdapter } from './open-adapter.ts';
import { isSubmittedIn, readSubmitted, settleSubmitted } from './settle-submitted.ts';

/** Of one task. Each of them reads the results from their start. */
export const LINES_PER_TASK = 20;
/** The share of a task's time after which no other picture is stored. */
const STORING_SHARE = 0.6;
const BATCH_FAILED = 'The provider could not work on this batch. You were not charged.';
const NOT_MADE = 'The provider did not make it. You were not charged.';
const LOST = describeFailure('lost').reason;

/** Of an original. `appearance`: for tools that write texts. */
type Facts = OriginalFacts & { appearance: Appearance | undefined };

interface Collection extends ClaimedProviderBatch {
  tool: Tool;
  halfPrice: HalfPrice<object>;
  settings: object;
  /** By index. */
  facts: ReadonlyMap<number, Facts>;
  price: (usage: Extract<ProviderAnswer<unknown>, { kind: 'made' }>['usage']) => {
    cost: Micros;
    saved: Micros;
  };
  stopAt: number;
}

/** `paused`: it cannot go on now. */
export async function collectResults(
  deps: Deps,
  claimed: ClaimedProviderBatch,
  open: OpenAdapter,
): Promise<'progress' | 'paused'> {
  const { batch, providerBatch } = claimed;
  const submitted = await readSubmitted(deps.firestore, providerBatch);
  const part = choosePart(submitted, providerBatch);
  if (part.length === 0) return 'progress';
  const collection = await prepare(deps, claimed, part);
  if (!collection) return 'paused';
  const wanted = new Set(part.map(({ index }) => index));
  const left = new Set(wanted);
  let [collected, uncollected] = [0, 0];
  const describeProgress = () => (collected > 0 || uncollected === 0 ? 'progress' : 'paused');
  try {
    for await (const { index, answer } of readLines(collection, open, wanted)) {
      if (!left.delete(index)) continue;
      const isCollected = await collectLine(deps, collection, index, answer).catch((error: unknown) => {
        // One line must not hold up the others.
        logError('A result could not be collected.', error, { ...nameOf(claimed), item: index });
        return false;
      });
      if (isCollected) collected += 1;
      else uncollected += 1;
      if (left.size === 0 || Date.now() > collection.stopAt) return describeProgress();
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    logFailure('The results of a provider batch could not be read.', claimed, error.failure);
    await updateKey(deps, providerBatch.provider, open.access, error.failure);
    if (error.failure.kind !== 'lost') return collected > 0 ? 'progress' : 'paused';
    const describeLost = ({ reserved }: ItemRecord): Outcome => ({
      state: 'failed',
      reason: LOST,
      cost: reserved,
    });
    await settleSubmitted(deps, batch, providerBatch, [...left], describeLost);
    return 'progress';
  }
  // The whole list was read.
  await settleSubmitted(deps, batch, providerBatch, [...left], (item) => describeMissing(claimed, item));
  return describeProgress();
}

/** Those that cannot be stored must not hold up the others. */
export function choosePart<T>(submitted: readonly T[], { skip }: Pick<ProviderBatch, 'skip'>): T[] {
  const start = skip % Math.max(submitted.length, 1);
  return [...submitted.slice(start), ...submitted.slice(0, start)].slice(0, LINES_PER_TASK);
}

/** Undefined if the instance has no memory for the originals now. */
async function prepare(
  deps: Deps,
  claimed: ClaimedProviderBatch,
  part: readonly ItemRecord[],
): Promise<Collection | undefined> {
  const { batch } = claimed;
  const tool = deps.findTool(batch.tool);
  const { halfPrice } = tool;
  if (!halfPrice) throw new Error(`${tool.name} has no half price.`);
  const settings = tool.settings.parse(batch.settings);
  const [model, estimate, maxCost] = await Promise.all([
    halfPrice.findModel(deps, settings),
    tool.estimate(deps, settings),
    tool.findMaxCost(deps, settings),
  ]);
  // The estimate may be higher than what was reserved.
  const unreportedPrice = Math.min(estimate, toDollars(maxCost));
  const facts = new Map<number, Facts>();
  for (const { index, source } of part) {
    const found = await readPicture(deps, tool, batch, index, source);
    if (found.kind === 'busy') return undefined;
    if (found.kind !== 'picture') continue;
    const { bytes, ...kept } = found.picture;
    facts.set(index, { ...kept, appearance: tool.texts && (await findAppearance({ batch, index }, bytes)) });
  }
  return {
    ...claimed,
    tool,
    halfPrice,
    settings,
    facts,
    price(usage) {
      const cost = toMicros(priceHalf(usage, model, unreportedPrice));
      return { cost, saved: sumMicros(toMicros(priceOf(usage, model, unreportedPrice)), negateMicros(cost)) };
    },
    stopAt: Date.now() + findAttemptMs('call') * STORING_SHARE,
  };
}

type Line = { index: number; answer: ProviderAnswer<MadeImage | string> };

function readLines(
  { tool, halfPrice, settings, facts, providerBatch }: Collection,
  { adapter }: OpenAdapter,
  wanted: ReadonlySet<number>,
): AsyncIterable<Line> {
  const name = requireName(providerBatch);
  const signal = AbortSignal.timeout(findAttemptMs('call'));
  if (!tool.images) return adapter.readTexts(name, { wanted }, signal);
  const contentTypeOf = (index: number) =>
    halfPrice.contentTypeOf?.(settings, facts.get(index)) ?? 'image/png';
  return adapter.readPictures(name, { wanted, contentTypeOf }, signal);
}

/** Returns false if the picture could not be stored now: its result can be fetched again. */
async function collectLine(
  deps: Deps,
  collection: Collection,
  index: number,
  answer: Line['answer'],
): Promise<boolean> {
  const { batch, providerBatch, tool } = collection;
  const item = await readItemSnapshot(deps.firestore, batch.id, index);
  // Collected by a worker that was believed lost.
  if (!item || !isSubmittedIn(item.record, providerBatch)) return true;
  const leased = makeLeasedItem(deps, tool, batch, item);
  if (answer.kind === 'made' && typeof answer.made !== 'string') {
    const { cost, saved } = collection.price(answer.usage);
    const made = await mark(deps, collection, leased, answer.made);
    if (!(await storeImage(deps, leased, made, cost, saved))) {
      await saveFailedWork(deps.firestore, batch.id, 'not-stored');
      return false;
    }
  } else await leased.settle(await describeLine(collection, leased, answer));
  const { pipeline } = batch;
  if (pipeline?.next !== undefined) await passOn(deps, batch, leased.readRecord());
  return true;
}

/** As pictures that are made now. */
async function mark(
  deps: Deps,
  { settings, facts }: Collection,
  { tool, index, readRecord }: LeasedItem,
  made: MadeImage,
): Promise<MadeImage> {
  const { variant } = readRecord();
  const known = facts.get(index);
  const picture = known && { ...known, bytes: Buffer.alloc(0) };
  const found = await tool.images?.findMark(deps, { settings, variant, picture });
  if (!found) return made;
  return { ...(await markImage(made, found)), isMadeByAi: isMadeByAi(found.sourceType) };
}

async function describeLine(
  collection: Collection,
  leased: LeasedItem,
  answer: Line['answer'],
): Promise<Outcome> {
  const { batch, halfPrice, settings, facts, price } = collection;
  if (answer.kind === 'made') {
    const { cost, saved } = price(answer.usage);
    const picture = facts.get(leased.index);
    if (!picture || typeof answer.made !== 'string' || !halfPrice.readText) {
      return {
        state: 'failed',
        reason: 'The uploaded file no longer exists. Upload it again.',
        cost,
        permanent: 'unreadable',
      };
    }
    const read = halfPrice.readText(settings, answer.made, picture);
    if (read.kind === 'useless') return { state: 'failed', reason: read.reason, cost };
    return { ...read, state: 'done', appearance: picture.appearance, cost, saved };
  }
  if (answer.kind === 'cancelled' && batch.cancelledAt) return { state: 'cancelled' };
  logAttempt(answer, { batch: batch.id, item: leased.index });
  const { charged, reason } = describeFailure(answer.kind);
  // Without usage, what was made has an unknown cost.
  const charge = charged ? leased.readRecord().reserved : undefined;
  const cost = answer.usage ? price(answer.usage).cost : charge;
  const isRefused = answer.kind === 'refused' || answer.kind === 'bad-request';
  return {
    state: 'failed',
    reason,
    ...(cost !== undefined && { cost }),
    ...(isRefused && { permanent: 'refused' as const }),
  };
}

/** Of a line without a result. */
function describeMissing(
  { batch, providerBatch }: ClaimedProviderBatch,
  { index, reserved }: ItemRecord,
): Outcome {
  const { outcome, lost, indexes } = providerBatch;
  // Which ones were made is unknown.
  if (indexes.indexOf(index) < lost) return { state: 'failed', reason: LOST, cost: reserved };
  if (batch.cancelledAt) return { state: 'cancelled' };
  if (outcome === 'expired' || outcome === 'cancelled')
    return { state: 'failed', reason: describeFailure(outcome).reason };
  return { state: 'failed', reason: outcome === 'failed' ? BATCH_FAILED : NOT_MADE };
}
