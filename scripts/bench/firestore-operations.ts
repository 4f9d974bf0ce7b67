import type { Firestore } from '@google-cloud/firestore';

interface Operation {
  name: string;
  /** Concurrent operations. */
  concurrency: number;
  prepare?: (firestore: Firestore) => Promise<unknown>;
  run: (firestore: Firestore, index: number) => Promise<unknown>;
}

const GROUPS = 100;
const QUERIED = 10_000;
const PART = 500;

const person = (index: number) => ({
  name: `Person ${index}`,
  group: index % GROUPS,
  tags: ['a', 'b', `t${index % 7}`],
  address: { city: 'Utrecht', number: index },
});

async function fill(firestore: Firestore) {
  for (let start = 0; start < QUERIED; start += PART) {
    const batch = firestore.batch();
    for (let index = start; index < start + PART; index += 1)
      batch.set(firestore.doc(`people/${index}`), person(index));
    await batch.commit();
  }
}

/** In order: the read and the query use the documents of `fill`. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'single write',
    concurrency: 16,
    run: (firestore, index) => firestore.doc(`writes/${index}`).set(person(index)),
  },
  {
    name: '500-document commit',
    concurrency: 1,
    run: (firestore, index) => {
      const batch = firestore.batch();
      for (let part = 0; part < PART; part += 1)
        batch.set(firestore.doc(`commits/${index % 4}-${part}`), person(part));
      return batch.commit();
    },
  },
  {
    name: 'point read',
    concurrency: 16,
    prepare: fill,
    run: (firestore, index) => firestore.doc(`people/${(index * 7919) % QUERIED}`).get(),
  },
  {
    name: 'query of 100 of 10,000',
    concurrency: 1,
    run: async (firestore, index) => {
      const { size } = await firestore
        .collection('people')
        .where('group', '==', index % GROUPS)
        .get();
      if (size !== QUERIED / GROUPS) throw new Error(`The query returned ${size} documents.`);
    },
  },
  {
    name: 'transaction',
    concurrency: 8,
    run: (firestore, index) =>
      firestore.runTransaction(async (transaction) => {
        const counter = firestore.doc(`counters/${index % 200}`);
        const value: unknown = (await transaction.get(counter)).get('value');
        transaction.set(counter, { value: typeof value === 'number' ? value + 1 : 1 });
      }),
  },
];

/** Operations per second over the given time. */
export async function measure(
  firestore: Firestore,
  operation: Operation,
  milliseconds: number,
): Promise<number> {
  const until = performance.now() + milliseconds;
  const startedAt = performance.now();
  let next = 0;
  const workers = Array.from({ length: operation.concurrency }, async () => {
    while (performance.now() < until) await operation.run(firestore, next++);
  });
  await Promise.all(workers);
  return (next * 1000) / (performance.now() - startedAt);
}
