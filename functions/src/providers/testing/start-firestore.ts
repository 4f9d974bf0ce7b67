/* oxlint-disable node/no-process-env -- a stub would end with the first test that ends its own */
import { fileURLToPath } from 'node:url';
import { Firestore } from 'firebase-admin/firestore';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { keepLocalProgram, startLocalProgram } from './start-local-program.ts';

const PROJECT = 'demo-portal';
const UsageSchema = z.object({ reads: z.number() });

const PROGRAM = fileURLToPath(import.meta.resolve('@portal/firestore-emulator/main'));

/** One for all files of a process, which run one after the other: many take less time than its start. */
let shared: ReturnType<typeof keepLocalProgram> | undefined;

async function openShared(): Promise<string> {
  shared ??= keepLocalProgram(PROGRAM, []);
  const { url: host } = await shared;
  await deleteDocuments(host);
  return host;
}

async function deleteDocuments(host: string | undefined): Promise<void> {
  const documents = `http://${host}/emulator/v1/projects/${PROJECT}/databases/(default)/documents`;
  const answer = await fetch(documents, { method: 'DELETE' });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The Firestore emulator without data, for all tests of a file. With an `indexesFile` it refuses queries that need another index. */
export async function startFirestore(indexesFile?: string): Promise<Firestore> {
  process.env['FIRESTORE_EMULATOR_HOST'] = await (indexesFile === undefined
    ? openShared()
    : startLocalProgram(PROGRAM, ['--indexes', indexesFile]));
  // Otherwise the SDK searches for Google's metadata server.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const firestore = new Firestore({ projectId: PROJECT });
  afterAll(async () => {
    await firestore.terminate();
    delete process.env['FIRESTORE_EMULATOR_HOST'];
    delete process.env['METADATA_SERVER_DETECTION'];
  });
  return firestore;
}

/** Deletes all documents, for `beforeEach`. */
export const clearFirestore = (): Promise<void> => deleteDocuments(process.env['FIRESTORE_EMULATOR_HOST']);

/** Documents that `run` reads. */
export async function countReads(run: () => Promise<unknown>): Promise<number> {
  const url = `http://${process.env['FIRESTORE_EMULATOR_HOST']}/emulator/v1/projects/${PROJECT}:usage`;
  const read = async () => UsageSchema.parse(await (await fetch(url)).json()).reads;
  const before = await read();
  await run();
  return (await read()) - before;
}
