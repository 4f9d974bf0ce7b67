import { createHash } from 'node:crypto';
import type { createDelivery as call } from '@portal/contracts/delivery';
import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readDeliveryAccount } from '../../platform/config/secrets.ts';
import type { Deps } from '../../batches/deps.ts';
import { userReference } from '../../identity/access-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import { addDelivered, readDelivered, type Delivered } from './delivered-pictures.ts';
import {
  deliveryFolder,
  deliveryReference,
  fileReference,
  type DeliveryRecord,
  type FileRecord,
} from './delivery-store.ts';
import { enqueueFiles } from './enqueue-files.ts';
import { listDeliverable, type Deliverable, type DeliveryRequest } from './read-delivery-file.ts';

type Created = z.output<(typeof call)['response']>;

const KnownRequestSchema = z.object({ digest: z.string(), expiresAt: TimestampSchema, created: z.unknown() });
const CreatedSchema = z.object({ id: z.string(), total: z.number(), leftOut: z.number() });

/** Writes the delivery and its files in one transaction, then enqueues them. If that is interrupted, the sweep does. */
export async function createDelivery(
  deps: Deps,
  owner: string,
  request: DeliveryRequest,
  idempotencyKey: string | undefined,
): Promise<Created> {
  const { firestore } = deps;
  const account = readDeliveryAccount(request.agency);
  if (!account) throw new AppError('bad-request', 'The portal has no account for this agency.');
  const digest = hash(JSON.stringify(request));
  const requests = firestore.collection('requests');
  const known =
    idempotencyKey === undefined ? requests.doc() : requests.doc(hash(`delivery ${owner} ${idempotencyKey}`));
  const earlier = findEarlier((await known.get()).data(), digest);
  if (earlier) return earlier;

  const deliverable = await listDeliverable(deps, owner, request);
  if (deliverable.files.length === 0) {
    throw new AppError('bad-request', 'The agency takes none of these pictures.');
  }
  const id = firestore.collection('deliveries').doc().id;
  const csv = account.takesCsv ? await prepareCsv(deps, id, deliverable) : undefined;
  const files = [...describeFiles(deliverable), ...(csv ? [csv] : [])].map((file, index): FileRecord => ({
    ...file,
    index,
  }));
  const delivery: DeliveryRecord = {
    owner,
    agency: request.agency,
    agencyName: deliverable.agencyName,
    target: { protocol: account.protocol, host: account.host },
    naming: request.naming ?? null,
    total: files.length,
    hasCsv: csv !== undefined,
    counts: { sent: 0, failed: 0, cancelled: 0 },
    sentBytes: 0,
    stopped: null,
    createdAt: Timestamp.now(),
    endedAt: null,
    cancelledAt: null,
    expiresAt: deliverable.expiresAt,
  };
  const mine: Created = { id, total: files.length, leftOut: deliverable.leftOut };
  const created = await firestore.runTransaction(async (transaction) => {
    const [repeated, person] = await transaction.getAll(known, userReference(firestore, owner));
    const winner = findEarlier(repeated?.data(), digest);
    if (winner) return winner;
    // A request that was admitted just before a revoke must not add a delivery after it.
    if (!person?.exists) throw AppError.accessDenied('The owner of the delivery was revoked.');
    const pictures = files.flatMap(({ picture }) => picture ?? []);
    const delivered = await readDelivered(firestore, transaction, request.agency, pictures);
    if (!request.again) assertNotDelivered(request, delivered);
    transaction.create(deliveryReference(firestore, id), delivery);
    transaction.set(known, { digest, created: mine, expiresAt: delivery.expiresAt });
    for (const file of files) transaction.create(fileReference(firestore, id, file.index), file);
    // Pictures are the first files.
    for (const [index, known] of delivered.entries()) {
      const place = { deliveryId: id, index };
      addDelivered(firestore, transaction, request.agency, known, place, delivery.expiresAt);
    }
    return mine;
  });
  if (created === mine) {
    const pictures = files.filter(({ dueAt }) => dueAt !== null).map(({ index }) => index);
    await enqueueFiles(deps, id, pictures);
  }
  return created;
}

function findEarlier(data: unknown, digest: string): Created | undefined {
  if (data === undefined) return undefined;
  const known = KnownRequestSchema.parse(data);
  if (known.expiresAt.toMillis() <= Date.now()) return undefined;
  if (known.digest !== digest) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
  }
  return CreatedSchema.parse(known.created);
}

const describeFiles = ({ files, expiresAt }: Deliverable): Omit<FileRecord, 'index'>[] =>
  files.map(({ name, picture }) => ({ ...NEW_FILE, name, picture, dueAt: Timestamp.now(), expiresAt }));

const NEW_FILE = {
  picture: null,
  state: 'queued',
  worker: null,
  dueAt: null,
  attempts: 0,
  prepared: null,
  sentBytes: 0,
  mayHaveArrived: false,
  note: null,
  sentAt: null,
} as const;

/** Waits for the other files. Its name is its own: the agency may not have read an earlier one yet. */
async function prepareCsv(
  deps: Deps,
  id: string,
  { csv, expiresAt }: Deliverable,
): Promise<Omit<FileRecord, 'index'> | undefined> {
  if (!csv) return undefined;
  const bytes = Buffer.from(csv.text);
  const path = `${deliveryFolder(id)}csv`;
  await saveFile(deps.bucket().file(path), bytes, { contentType: 'text/csv' });
  const name = csv.name.replace(/(\.csv)?$/, `_${id.slice(0, 8)}.csv`);
  return { ...NEW_FILE, name, prepared: { path, bytes: bytes.length }, expiresAt };
}

function assertNotDelivered({ pictures }: DeliveryRequest, delivered: readonly Delivered[]): void {
  const placeOf = new Map(pictures.map((picture, place) => [keyOf(picture), place]));
  const details = delivered
    .filter(({ files }) => files.length > 0)
    .map(({ picture, files }) => ({
      path: `pictures.${placeOf.get(keyOf(picture))}`,
      message: describeEarlier(new Set(files.map(({ state }) => state))),
    }));
  if (details.length === 0) return;
  const subject = details.length === 1 ? 'One picture was' : `${details.length} pictures were`;
  throw new AppError('conflict', 'Pictures were delivered before.', {
    userMessage: `${subject} sent to this agency before.`,
    details,
  });
}

function describeEarlier(states: ReadonlySet<FileRecord['state']>): string {
  if (states.has('sent')) return 'It was sent to this agency.';
  const isOpen = states.has('queued') || states.has('sending');
  return isOpen ? 'It is being sent to this agency.' : 'It may be at this agency already.';
}

const keyOf = ({ batchId, index, kind }: NonNullable<FileRecord['picture']>) => `${batchId}/${kind}/${index}`;
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
