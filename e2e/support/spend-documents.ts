/** This month's spend, from Firestore. */
import { FieldPath } from '@google-cloud/firestore';
import type { Account } from './accounts.ts';
import { firestore } from './firestore.ts';

const MICROS_PER_DOLLAR = 1_000_000;

const readShards = async () => {
  const month = new Date().toISOString().slice(0, 7);
  return (await firestore.collection(`spend/${month}/shards`).get()).docs;
};

const readSum = async (field: string | FieldPath): Promise<number> => {
  const micros = (await readShards()).reduce((sum, shard) => sum + Number(shard.get(field) ?? 0), 0);
  return micros / MICROS_PER_DOLLAR;
};

/** Dollars spent in total, or by one person. */
export const readSpent = (person?: Account): Promise<number> =>
  readSum(person ? new FieldPath('spentByPerson', person.uid) : 'spent');

/** Dollars reserved for calls in progress, in total or of one person. */
export const readReserved = (person?: Account): Promise<number> =>
  readSum(person ? new FieldPath('reservedByPerson', person.uid) : 'reserved');

/** Other tests create or delete items without adjusting the reserve. */
export const resetReserved = async (): Promise<void> => {
  for (const { ref } of await readShards()) await ref.update({ reserved: 0, reservedByPerson: {} });
};
