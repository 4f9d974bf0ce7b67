/** spend/{month}/shards/{n}: the cost of calls, in several documents so that none is hot. spend/{month}, spend/{month}/people/{uid}: gates. */
import type { ToolName } from '@portal/contracts/batches';
import { pricingKeyOf, type PricedImage } from '@portal/contracts/pricing';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Writer } from '../platform/writer.ts';
import { MicrosSchema, negateMicros, NO_MICROS, sumMicros, toMicros, type Micros } from './micros.ts';

const SHARDS = 10;

const AmountSchema = MicrosSchema.prefault(0);
const AmountsSchema = z.record(z.string(), MicrosSchema).prefault({});
const DollarsSchema = z.number().transform(toMicros).prefault(0);
const DollarAmountsSchema = z.record(z.string(), z.number().transform(toMicros)).prefault({});

const ShardSchema = z.object({
  spent: AmountSchema,
  /** Reserved for calls in progress; released when they end. */
  reserved: AmountSchema,
  spentByTool: AmountsSchema,
  spentByPerson: AmountsSchema,
  /** By the day of the month, in UTC, as in `05`. */
  spentByDay: AmountsSchema,
  reservedByPerson: AmountsSchema,
  /** What charged items were estimated at, less what they cost: zero for what older versions have counted. */
  overestimateByTool: AmountsSchema,
  /** What work at half price would have cost more now. */
  saved: AmountSchema,
  savedByPerson: AmountsSchema,
  /** By `pricingKeyOf`. An image of an earlier version's model is no `PricedImage`. */
  images: z.record(z.string(), z.looseObject({ count: z.number(), spent: MicrosSchema })).prefault({}),
  /** Older documents counted in dollars. */
  dollars: DollarsSchema,
  byTool: DollarAmountsSchema,
  byPerson: DollarAmountsSchema,
});

export interface Totals {
  spent: Micros;
  reserved: Micros;
}

interface MonthTotals extends Totals {
  saved: Micros;
}

export interface MonthlySpend extends MonthTotals {
  byTool: Record<string, Micros>;
  byPerson: Record<string, Micros>;
  /** By the day of the month, as in `05`. */
  byDay: Record<string, Micros>;
  reservedByPerson: Record<string, Micros>;
  overestimateByTool: Record<string, Micros>;
}

export const monthReference = (firestore: Firestore, month: string) =>
  firestore.collection('spend').doc(month);

/** Whether calls near the limit are checked one by one; see check-budget.ts. `person`: null for the studio's budget. */
export const gateReference = (firestore: Firestore, month: string, person: string | null) => {
  const studio = monthReference(firestore, month);
  return person === null ? studio : studio.collection('people').doc(person);
};

const shardsOf = (firestore: Firestore, month: string) =>
  monthReference(firestore, month).collection('shards');

/** UTC, as in `2026-11`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** As in `05`; the month's last day for a call that ended after its month. */
function findDay(month: string, now: Date): string {
  if (monthOf(now) === month) return now.toISOString().slice(8, 10);
  const lastDay = new Date(`${month}-01`);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return lastDay.toISOString().slice(8, 10);
}

interface Change extends Totals {
  /** What the spent amount was estimated at. Default: as much. */
  estimated?: Micros;
  saved?: Micros;
  /** An image that was made for the spent amount. */
  image?: PricedImage | undefined;
}

/** Adds to the amounts, which may be negative. */
export function addSpend(
  firestore: Firestore,
  writer: Writer,
  month: string,
  spender: { tool: ToolName; owner: string },
  { spent, reserved, estimated = spent, saved = NO_MICROS, image }: Change,
): void {
  const overestimate = sumMicros(estimated, negateMicros(spent));
  if (spent === 0 && reserved === 0 && overestimate === 0 && saved === 0) return;
  const amount = FieldValue.increment(spent);
  writer.set(
    // Not by index: most batches are small, and all of them have an item 0.
    shardsOf(firestore, month).doc(String(Math.floor(Math.random() * SHARDS))),
    {
      ...(reserved !== 0 && {
        reserved: FieldValue.increment(reserved),
        reservedByPerson: { [spender.owner]: FieldValue.increment(reserved) },
      }),
      ...(overestimate !== 0 && {
        overestimateByTool: { [spender.tool]: FieldValue.increment(overestimate) },
      }),
      ...(saved !== 0 && {
        saved: FieldValue.increment(saved),
        savedByPerson: { [spender.owner]: FieldValue.increment(saved) },
      }),
      ...(image && {
        images: {
          [pricingKeyOf(image)]: {
            ...image,
            count: FieldValue.increment(1),
            // At full price.
            spent: FieldValue.increment(sumMicros(spent, saved)),
          },
        },
      }),
      ...(spent !== 0 && {
        spent: amount,
        spentByTool: { [spender.tool]: amount },
        spentByPerson: { [spender.owner]: amount },
        spentByDay: { [findDay(month, new Date())]: amount },
      }),
    },
    { merge: true },
  );
}

async function readShards(firestore: Firestore, month: string, transaction?: Transaction) {
  const query = shardsOf(firestore, month).limit(SHARDS);
  const shards = await (transaction ? transaction.get(query) : query.get());
  return shards.docs.map((shard) => ShardSchema.parse(shard.data()));
}

/** The cost of a month, by tool and by owner. */
export async function readMonth(firestore: Firestore, month: string): Promise<MonthlySpend> {
  const shards = await readShards(firestore, month);
  return {
    ...addUp(shards),
    byTool: addMaps(shards.flatMap(({ spentByTool, byTool }) => [spentByTool, byTool])),
    byPerson: addMaps(shards.flatMap(({ spentByPerson, byPerson }) => [spentByPerson, byPerson])),
    byDay: addMaps(shards.map(({ spentByDay }) => spentByDay)),
    reservedByPerson: addMaps(shards.map(({ reservedByPerson }) => reservedByPerson)),
    overestimateByTool: addMaps(shards.map(({ overestimateByTool }) => overestimateByTool)),
  };
}

/** How many images were made in a month, and what they cost, by what they are priced by. */
export async function readImages(firestore: Firestore, month: string) {
  const shards = await readShards(firestore, month);
  const sums = new Map<string, (typeof shards)[number]['images'][string]>();
  for (const [key, image] of shards.flatMap(({ images }) => Object.entries(images))) {
    const { count = 0, spent = NO_MICROS } = sums.get(key) ?? {};
    sums.set(key, { ...image, count: image.count + count, spent: sumMicros(image.spent, spent) });
  }
  return [...sums.values()];
}

/** Of the studio (null) or of a person. In a transaction, concurrent changes make it run again. */
export async function readTotals(
  firestore: Firestore,
  month: string,
  transaction?: Transaction,
): Promise<(person: string | null) => MonthTotals> {
  const shards = await readShards(firestore, month, transaction);
  return (person) => (person === null ? addUp(shards) : addUpPerson(shards, person));
}

const addUp = (shards: readonly z.infer<typeof ShardSchema>[]): MonthTotals => ({
  spent: sumMicros(...shards.flatMap(({ spent, dollars }) => [spent, dollars])),
  reserved: sumMicros(...shards.map(({ reserved }) => reserved)),
  saved: sumMicros(...shards.map(({ saved }) => saved)),
});

/** Those without an amount have none; `Object.hasOwn`, because a uid may be any word. */
const addUpPerson = (shards: readonly z.infer<typeof ShardSchema>[], person: string): MonthTotals => {
  const sumOf = (maps: readonly Record<string, Micros>[]) =>
    sumMicros(...maps.map((map) => (Object.hasOwn(map, person) ? map[person] : undefined) ?? NO_MICROS));
  return {
    spent: sumOf(shards.flatMap(({ spentByPerson, byPerson }) => [spentByPerson, byPerson])),
    reserved: sumOf(shards.map(({ reservedByPerson }) => reservedByPerson)),
    saved: sumOf(shards.map(({ savedByPerson }) => savedByPerson)),
  };
};

function addMaps(maps: readonly Record<string, Micros>[]): Record<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const [name, amount] of maps.flatMap((map) => Object.entries(map))) {
    sums.set(name, sumMicros(sums.get(name) ?? NO_MICROS, amount));
  }
  return Object.fromEntries(sums);
}
