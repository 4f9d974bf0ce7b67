/** spend/{month}/shards/{n}: what the studio's calls have cost, over several documents so that none is hot. */
import type { ToolName } from '@portal/contracts/batches';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Writer } from '../platform/writer.ts';

const SHARDS = 10;

const ShardSchema = z.object({
  dollars: z.number(),
  byTool: z.record(z.string(), z.number()),
  byPerson: z.record(z.string(), z.number()),
});
type Shard = z.infer<typeof ShardSchema>;

const shardsOf = (firestore: Firestore, month: string) =>
  firestore.collection('spend').doc(month).collection('shards');

/** UTC, as in `2026-11`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** `dollars` may be negative: what was set aside for a call and not spent. */
export function addSpend(
  firestore: Firestore,
  writer: Writer,
  month: string,
  spender: { tool: ToolName; owner: string; index: number },
  dollars: number,
): void {
  if (dollars === 0) return;
  const amount = FieldValue.increment(dollars);
  writer.set(
    shardsOf(firestore, month).doc(String(spender.index % SHARDS)),
    { dollars: amount, byTool: { [spender.tool]: amount }, byPerson: { [spender.owner]: amount } },
    { merge: true },
  );
}

/** All that a month has cost, by tool and by the account that asked for it. */
export async function readMonth(firestore: Firestore, month: string): Promise<Shard> {
  const shards = await shardsOf(firestore, month).limit(SHARDS).get();
  const sums: Shard = { dollars: 0, byTool: {}, byPerson: {} };
  for (const { dollars, byTool, byPerson } of shards.docs.map((shard) => ShardSchema.parse(shard.data()))) {
    sums.dollars += dollars;
    addTo(sums.byTool, byTool);
    addTo(sums.byPerson, byPerson);
  }
  return sums;
}

function addTo(sums: Record<string, number>, amounts: Record<string, number>): void {
  for (const [name, dollars] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + dollars;
}

/** Spent this month, and set aside for calls under way; within a transaction nobody adds to it meanwhile. */
export async function readSpend(
  firestore: Firestore,
  month: string,
  transaction?: Transaction,
): Promise<number> {
  const query = shardsOf(firestore, month).limit(SHARDS);
  const shards = await (transaction ? transaction.get(query) : query.get());
  return shards.docs.reduce((sum, shard) => sum + ShardSchema.parse(shard.data()).dollars, 0);
}
