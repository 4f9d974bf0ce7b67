/** failedWork/{batchId}~{kind}: what admins should know about, until it is tried again or its batch is removed. */
import { ToolNameSchema } from '@portal/contracts/batches';
import {
  FailedWorkKindSchema,
  MAX_FAILED_WORK_LISTED,
  type FailedWorkKind,
} from '@portal/contracts/failed-work';
import {
  FieldPath,
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Query,
} from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Writer } from '../../platform/writer.ts';
import { MicrosSchema } from '../../spend/micros.ts';
import type { Batch } from './batch-store.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const FailedWorkRecordSchema = z.object({
  kind: FailedWorkKindSchema,
  batchId: z.string(),
  batchName: z.string(),
  tool: ToolNameSchema,
  owner: z.string(),
  at: TimestampSchema,
  items: z.number().nullable(),
  reasons: z.array(z.string()),
  cost: MicrosSchema.nullable(),
  /** Expected cost of another try. */
  retryCost: MicrosSchema,
  /** When an admin tried again. */
  retriedAt: TimestampSchema.nullable(),
  /** The batch that repeats the items. */
  retryBatchId: z.string().nullable(),
  expiresAt: TimestampSchema,
});
export type FailedWorkRecord = z.infer<typeof FailedWorkRecordSchema>;

type Details = Pick<FailedWorkRecord, 'items' | 'reasons' | 'cost' | 'retryCost'>;

const failedWorkOf = (firestore: Firestore) => firestore.collection('failedWork');

export const failedWorkReference = (firestore: Firestore, batchId: string, kind: FailedWorkKind) =>
  failedWorkOf(firestore).doc(`${batchId}~${kind}`);

export const parseFailedWork = (snapshot: DocumentSnapshot): FailedWorkRecord | undefined =>
  snapshot.exists ? FailedWorkRecordSchema.parse(snapshot.data()) : undefined;

export function writeFailedWork(
  firestore: Firestore,
  writer: Writer,
  { id: batchId, name: batchName, tool, owner, expiresAt }: Batch,
  kind: FailedWorkKind,
  details: Details,
): void {
  const record: FailedWorkRecord = {
    kind,
    batchId,
    batchName,
    tool,
    owner,
    ...details,
    at: Timestamp.fromMillis(Date.now()),
    retriedAt: null,
    retryBatchId: null,
    expiresAt,
  };
  writer.set(failedWorkReference(firestore, batchId, kind), record);
}

export function clearFailedWork(
  firestore: Firestore,
  writer: Writer,
  batchId: string,
  kinds: readonly FailedWorkKind[] = FailedWorkKindSchema.options,
): void {
  for (const kind of kinds) writer.delete(failedWorkReference(firestore, batchId, kind));
}

/** Not tried again yet. */
const listed = (firestore: Firestore): Query => failedWorkOf(firestore).where('retriedAt', '==', null);

/** Of one kind, or of all. Costs one read per thousand entries. */
export async function countFailedWork(firestore: Firestore, kind?: FailedWorkKind): Promise<number> {
  const query = kind ? listed(firestore).where('kind', '==', kind) : listed(firestore);
  return (await query.count().get()).data().count;
}

/** Newest first. `after`: the `next` of the page before. */
export async function readFailedWork(
  firestore: Firestore,
  after: string | undefined,
): Promise<{ entries: FailedWorkRecord[]; next: string | null }> {
  const query = listed(firestore)
    .orderBy('at', 'desc')
    .orderBy(FieldPath.documentId(), 'desc')
    .limit(MAX_FAILED_WORK_LISTED + 1);
  const found = await (after === undefined ? query : query.startAfter(...readCursor(after))).get();
  const entries = found.docs.slice(0, MAX_FAILED_WORK_LISTED).flatMap((each) => parseFailedWork(each) ?? []);
  const last = entries.at(-1);
  return { entries, next: last && found.size > entries.length ? writeCursor(last) : null };
}

const writeCursor = ({ at, batchId, kind }: FailedWorkRecord) => `${at.toMillis()}~${batchId}~${kind}`;

function readCursor(cursor: string): [Timestamp, string] {
  const split = cursor.indexOf('~');
  return [Timestamp.fromMillis(Number(cursor.slice(0, split))), cursor.slice(split + 1)];
}

/** Takes it off the list. Unlike a deleted record, it answers a second request. */
export async function markRetried(
  firestore: Firestore,
  batchId: string,
  kinds: readonly FailedWorkKind[],
  retryBatchId: string | null,
): Promise<void> {
  const known = await firestore.getAll(...kinds.map((kind) => failedWorkReference(firestore, batchId, kind)));
  const writer = firestore.batch();
  for (const { ref } of known.filter(({ exists }) => exists)) {
    writer.update(ref, { retriedAt: Timestamp.now(), retryBatchId });
  }
  await writer.commit();
}
