import { Firestore } from '@google-cloud/firestore';
import { expect, onTestFinished, test } from 'vitest';
import { startFirestoreServer } from '../server.ts';

const CLIENTS = 50;

test('50 clients increment one counter in transactions to exactly 50', async () => {
  const server = await startFirestoreServer();
  const clients = Array.from(
    { length: CLIENTS },
    () => new Firestore({ projectId: 'demo-counter', host: `${server.host}:${server.port}`, ssl: false }),
  );
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.terminate()));
    await server.close();
  });
  let attempts = 0;
  await Promise.all(
    clients.map((client) =>
      client.runTransaction(async (transaction) => {
        attempts++;
        const counter = client.doc('counters/one');
        const value: unknown = (await transaction.get(counter)).get('value') ?? 0;
        transaction.set(counter, { value: Number(value) + 1 });
      }),
    ),
  );
  const [client] = clients;
  const counter = await client?.doc('counters/one').get();
  expect(counter?.get('value')).toBe(CLIENTS);
  expect(attempts).toBeGreaterThanOrEqual(CLIENTS);
});
