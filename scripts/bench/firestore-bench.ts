import { Firestore } from '@google-cloud/firestore';
import { join } from 'node:path';
import { buildIfStale, localProgramsBuild } from '@portal/local/builds';
import { measure, OPERATIONS } from './firestore-operations.ts';
import { SERVERS, startMeasured, type MeasuredServer } from './firestore-servers.ts';
import { median, printTable, type Figures } from './table.ts';

const ROUNDS = 3;
const STARTS = 5;
const OPERATION_MS = 1500;

interface Target {
  name: string;
  server: MeasuredServer;
  firestore: Firestore;
}

/** Servers take turns within each round, so that a busy machine affects all of them equally. */
export async function benchFirestore(): Promise<void> {
  await buildIfStale(join(import.meta.dirname, '../..'), localProgramsBuild);
  const figures: Figures = new Map();
  const note = (row: string, server: string, value: number) => {
    const samples = figures.get(row) ?? new Map<string, number[]>();
    samples.set(server, [...(samples.get(server) ?? []), value]);
    figures.set(row, samples);
  };

  for (let start = 0; start < STARTS; start += 1) {
    for (const [name, command] of Object.entries(SERVERS)) {
      const server = await startMeasured(command);
      note('start (ms)', name, server.readyAfterMs);
      await server.stop();
    }
  }

  const targets: Target[] = [];
  for (const [name, command] of Object.entries(SERVERS)) {
    const server = await startMeasured(command);
    note('memory at start (MB)', name, server.residentMegabytes());
    const firestore = new Firestore({
      projectId: 'demo-bench',
      host: server.address,
      ssl: false,
      customHeaders: { authorization: 'Bearer owner' },
    });
    targets.push({ name, server, firestore });
  }
  for (const operation of OPERATIONS) {
    for (const { firestore } of targets) await operation.prepare?.(firestore);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { name, firestore } of targets) {
        const perSecond = await measure(firestore, operation, OPERATION_MS);
        if (round > 0) note(`${operation.name} (per s)`, name, perSecond); // the first round warms up
      }
    }
  }
  for (const { name, server, firestore } of targets) {
    note('memory after (MB)', name, server.residentMegabytes());
    await firestore.terminate();
    await server.stop();
  }
  printTable('Local Firestore', Object.keys(SERVERS), figures, median);
}
