/** spend/{month}/shards/{n}: the cost of the studio's calls, in several documents so that none is hot. */
import type { ToolName } from '@portal/contracts/batches';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Writer } from '../platform/writer.ts';
import { MicrosSchema, NO_MICROS, sumMicros, toMicros, type Micros } from './micros.ts';

export const SHARDS = 10;

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
  /** Older documents counted in dollars. */
  dollars: DollarsSchema,
  byTool: DollarAmountsSchema,
  byPerson: DollarAmountsSchema,
});

export interface Totals {
  spent: Micros;
  reserved: Micros;
}

export interface MonthlySpend extends Totals {
  byTool: Record<string, Micros>;
  byPerson: Record<string, Micros>;
}

export const monthReference = (firestore: Firestore, month: string) =>
  firestore.collection('spend').doc(month);

const shardsOf = (firestore: Firestore, month: string) =>
  monthReference(firestore, month).collection('shards');

/** UTC, as in `2026-11`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** Adds to the spent and reserved amounts, which may be negative. */
export function addSpend(
  firestore: Firestore,
  writer: Writer,
  month: string,
  spender: { tool: ToolName; owner: string },
  { spent, reserved }: Totals,
): void {
  if (spent === 0 && reserved === 0) return;
  const amount = FieldValue.increment(spent);
  writer.set(
    // Not by index: most batches are small, and all of them have an item 0.
    shardsOf(firestore, month).doc(String(Math.floor(Math.random() * SHARDS))),
    {
      reserved: FieldValue.increment(reserved),
      ...(spent !== 0 && {
        spent: amount,
        spentByTool: { [spender.tool]: amount },
        spentByPerson: { [spender.owner]: amount },
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
  };
}

/** In a transaction, concurrent changes make it run again. */
export const readTotals = async (
  firestore: Firestore,
  month: string,
  transaction?: Transaction,
): Promise<Totals> => addUp(await readShards(firestore, month, transaction));

const addUp = (shards: readonly z.infer<typeof ShardSchema>[]): Totals => ({
  spent: sumMicros(...shards.flatMap(({ spent, dollars }) => [spent, dollars])),
  reserved: sumMicros(...shards.map(({ reserved }) => reserved)),
});

function addMaps(maps: readonly Record<string, Micros>[]): Record<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const [name, amount] of maps.flatMap((map) => Object.entries(map))) {
    sums.set(name, sumMicros(sums.get(name) ?? NO_MICROS, amount));
  }
  return Object.fromEntries(sums);
}
