/** deliveries/{id} and its files. */
import {
  DeliveryCountsSchema,
  DeliveryFileStateSchema,
  DeliveryProtocolSchema,
  DELIVERY_PAGE_SIZE,
  MAX_LISTED_DELIVERIES,
} from '@portal/contracts/delivery';
import { FileNamingSchema } from '@portal/contracts/keyword-generator';
import { SourceSchema } from '@portal/contracts/source';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const DeliveryRecordSchema = z.object({
  owner: z.string(),
  agency: z.string(),
  agencyName: z.string(),
  target: z.object({ protocol: DeliveryProtocolSchema, host: z.string() }),
  naming: FileNamingSchema.nullable(),
  total: z.number(),
  /** The last file is a CSV, which is sent after the others. */
  hasCsv: z.boolean(),
  counts: DeliveryCountsSchema,
  sentBytes: z.number(),
  stopped: z.string().nullable(),
  createdAt: TimestampSchema,
  endedAt: TimestampSchema.nullable(),
  cancelledAt: TimestampSchema.nullable(),
  expiresAt: TimestampSchema,
});
export type DeliveryRecord = z.infer<typeof DeliveryRecordSchema>;

export interface StoredDelivery extends DeliveryRecord {
  id: string;
}

const FileRecordSchema = z.object({
  index: z.number(),
  name: z.string(),
  picture: SourceSchema.nullable(),
  state: DeliveryFileStateSchema,
  /** Of the lease, while it is being sent. */
  worker: z.string().nullable(),
  /** Queued: when it may be sent; sending: the end of the lease. Null for a CSV that waits, and when it is over. */
  dueAt: TimestampSchema.nullable(),
  /** Since the last progress. */
  attempts: z.number(),
  /** Its bytes in Cloud Storage, the same for every attempt. */
  prepared: z.object({ path: z.string(), bytes: z.number() }).nullable(),
  /** As far as any attempt came. */
  sentBytes: z.number(),
  /** It may be at the agency under its final name. See send-file.ts. */
  mayHaveArrived: z.boolean(),
  note: z.string().nullable(),
  sentAt: TimestampSchema.nullable(),
  expiresAt: TimestampSchema,
});
export type FileRecord = z.infer<typeof FileRecordSchema>;

/** Files of one transaction. */
const FILES_AT_ONCE = 100;
const MAX_OVERDUE = 20;
const MAX_OPEN = 200;

export const deliveryFolder = (id: string): string => `deliveries/${id}/`;

export const deliveryReference = (firestore: Firestore, id: string) =>
  firestore.collection('deliveries').doc(id);
const filesOf = (firestore: Firestore, id: string) => deliveryReference(firestore, id).collection('files');
export const fileReference = (firestore: Firestore, id: string, index: number) =>
  filesOf(firestore, id).doc(String(index).padStart(4, '0'));

export const parseDelivery = (snapshot: DocumentSnapshot): StoredDelivery | undefined =>
  snapshot.exists ? { id: snapshot.id, ...DeliveryRecordSchema.parse(snapshot.data()) } : undefined;
export const parseFile = (snapshot: DocumentSnapshot | undefined): FileRecord | undefined =>
  snapshot?.exists ? FileRecordSchema.parse(snapshot.data()) : undefined;

export const readDelivery = async (firestore: Firestore, id: string): Promise<StoredDelivery | undefined> =>
  parseDelivery(await deliveryReference(firestore, id).get());

/** Answers 404 also for a delivery of another person. */
export async function readOwnDelivery(
  firestore: Firestore,
  owner: string,
  id: string,
): Promise<StoredDelivery> {
  const delivery = await readDelivery(firestore, id);
  if (delivery?.owner !== owner || delivery.expiresAt.toMillis() <= Date.now()) throw deliveryNotFound();
  return delivery;
}

const deliveryNotFound = () => new AppError('not-found', 'Delivery not found.');

/** Newest first. */
export async function readDeliveriesOf(firestore: Firestore, owner: string): Promise<StoredDelivery[]> {
  const found = await firestore
    .collection('deliveries')
    .where('owner', '==', owner)
    .orderBy('createdAt', 'desc')
    .limit(MAX_LISTED_DELIVERIES)
    .get();
  const now = Date.now();
  return found.docs
    .flatMap((snapshot) => parseDelivery(snapshot) ?? [])
    .filter(({ expiresAt }) => expiresAt.toMillis() > now);
}

/** Of one person, or of all. Others follow when these have ended. */
export async function readOpenDeliveries(firestore: Firestore, owner?: string): Promise<StoredDelivery[]> {
  const open = firestore.collection('deliveries').where('endedAt', '==', null);
  const query = owner === undefined ? open : open.where('owner', '==', owner);
  const found = await query.limit(MAX_OPEN).get();
  return found.docs.flatMap((snapshot) => parseDelivery(snapshot) ?? []);
}

export async function readFilePage(firestore: Firestore, id: string, from: number): Promise<FileRecord[]> {
  const references = Array.from({ length: DELIVERY_PAGE_SIZE }, (_, place) =>
    fileReference(firestore, id, from + place),
  );
  const found = await firestore.getAll(...references);
  return found.flatMap((snapshot) => parseFile(snapshot) ?? []);
}

/** Files that should have been worked on by then. */
export async function readOverdueFiles(
  firestore: Firestore,
  id: string,
  before: Timestamp,
): Promise<FileRecord[]> {
  const found = await filesOf(firestore, id).where('dueAt', '<=', before).limit(MAX_OVERDUE).get();
  return found.docs.flatMap((snapshot) => parseFile(snapshot) ?? []);
}

/** All of its files, as many as fit into one transaction at a time. */
export function* pageIndexes({ total }: Pick<DeliveryRecord, 'total'>): Generator<number[]> {
  for (let start = 0; start < total; start += FILES_AT_ONCE) {
    yield Array.from({ length: Math.min(FILES_AT_ONCE, total - start) }, (_, place) => start + place);
  }
}

export const countOpen = ({ total, counts: { sent, failed, cancelled } }: DeliveryRecord): number =>
  total - sent - failed - cancelled;
