/** The life of a file, from the delivery of its task to its outcome. */
import type { DeliveryAccount } from '@portal/contracts/deployment';
import { Timestamp } from 'firebase-admin/firestore';
import { readBatch, isKept } from '../../batches/store/batch-store.ts';
import { readEngineSettings } from '../../platform/config/config.ts';
import { readDeliveryAccount } from '../../platform/config/secrets.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { keepLease, nameWorker } from '../../platform/leases.ts';
import { logError, logWarning } from '../../platform/logs/log.ts';
import type { DeliveryTask } from '../../platform/queues/queues.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import {
  claimFile,
  MAX_ATTEMPTS,
  markMayHaveArrived,
  releaseFile,
  settleFile,
  updateWhileLeased,
  type FilePlace,
  type LeasedFile,
  type Outcome,
} from './change-file.ts';
import { deliveryFolder, type FileRecord, type StoredDelivery } from './delivery-store.ts';
import { endIfSettled } from './end-delivery.ts';
import { enqueueFiles } from './enqueue-files.ts';
import { FileRefused, readDeliveryFile } from './read-delivery-file.ts';
import { sendFile, type SendOutcome } from './send-file.ts';
import { stopDelivery } from './stop-delivery.ts';
import { openTransport } from './transports/open-transport.ts';
import { TransportError, type TransportFailure } from './transports/transport-error.ts';

/** Renewed while the work runs. After a crash the next worker waits for its end. */
const LEASE_MS = 30_000;
const RENEW_MS = 5000;
const MAX_PAUSE_MS = 15 * 60 * 1000;
/** Concern all files of the account. More attempts would lock it. */
const STOPPING: ReadonlySet<TransportFailure> = new Set(['login', 'identity']);
/** The server has said that it does not have the file. */
const NOT_ARRIVED: ReadonlySet<TransportFailure> = new Set(['storage', 'refused']);
/** Of most file systems, in bytes; names are ASCII. */
const MAX_NAME_LENGTH = 255;
const TAKEN = 'The agency has taken it out of the folder.';

class LeaseLost extends Error {
  override name = 'LeaseLost';
}

class Cancelled extends Error {
  override name = 'Cancelled';
}

interface Sending extends LeasedFile {
  delivery: StoredDelivery;
  file: FileRecord;
  /** As far as any attempt came, so that a server that loses what it got is not sent the same bytes for ever. */
  sentBytes: number;
}

/** Handles one delivery of a file's task. */
export async function deliverFile(deps: Deps, { deliveryId: id, index }: DeliveryTask): Promise<void> {
  const leased = { id, index, worker: nameWorker() };
  const claim = await claimFile(deps.firestore, leased, LEASE_MS);
  const again =
    claim.kind === 'claimed'
      ? await work(deps, {
          ...leased,
          delivery: claim.delivery,
          file: claim.file,
          sentBytes: claim.file.sentBytes,
        })
      : claim.kind === 'later' && claim.at;
  // A failed task would be logged as an error, and Cloud Tasks would slow the queue down.
  if (again) await enqueueFiles(deps, id, [index], { at: again });
  else await endIfSettled(deps, id);
}

/** Returns when to try again. */
async function work(deps: Deps, sending: Sending): Promise<Date | undefined> {
  const before = sending.file.sentBytes;
  try {
    const outcome = await sendWhileLeased(deps, sending);
    await settle(deps, sending, { state: 'sent', note: outcome === 'taken' ? TAKEN : null });
    return undefined;
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    if (error instanceof Cancelled) {
      await settle(deps, sending, { state: 'cancelled' });
      return undefined;
    }
    return await conclude(deps, sending, error, sending.sentBytes > before);
  }
}

/** Renews the lease together with the progress. */
function sendWhileLeased(deps: Deps, sending: Sending): Promise<SendOutcome> {
  const renew = () => {
    const dueAt = Timestamp.fromMillis(Date.now() + LEASE_MS);
    return updateWhileLeased(deps.firestore, sending, { dueAt, sentBytes: sending.sentBytes });
  };
  return keepLease({ renew, everyMs: RENEW_MS, name: nameOf(sending) }, async (leaseLost) => {
    const timeLimit = AbortSignal.timeout(findTaskTimes('delivery').workMs);
    try {
      return await prepareAndSend(deps, sending, AbortSignal.any([leaseLost, timeLimit]));
    } catch (error) {
      throw leaseLost.aborted ? new LeaseLost() : error;
    }
  });
}

/** For logs. */
const nameOf = ({ id, index }: FilePlace) => ({ delivery: id, file: index });

async function conclude(
  deps: Deps,
  sending: Sending,
  error: unknown,
  hasProgress: boolean,
): Promise<Date | undefined> {
  const details = nameOf(sending);
  if (error instanceof FileRefused) {
    await settle(deps, sending, { state: 'failed', note: error.message, hasNotArrived: true });
    return undefined;
  }
  if (error instanceof TransportError && error.failure !== 'connection') {
    const { failure, message } = error;
    logWarning('A file could not be delivered.', error, { ...details, failure });
    if (STOPPING.has(failure)) await stopDelivery(deps, sending.delivery, message);
    await settle(deps, sending, { state: 'failed', note: message, hasNotArrived: NOT_ARRIVED.has(failure) });
    return undefined;
  }
  if (error instanceof TransportError) logWarning('The connection to an agency was lost.', error, details);
  else logError('A file could not be delivered.', error, details);
  const attempts = hasProgress ? 0 : sending.file.attempts;
  if (attempts >= MAX_ATTEMPTS) {
    const note = error instanceof TransportError ? error.message : 'The file could not be prepared.';
    await settle(deps, sending, { state: 'failed', note, hasNotArrived: false });
    return undefined;
  }
  const pause = readEngineSettings().retryAfterMs * 2 ** Math.max(0, attempts - 1);
  const until = new Date(Date.now() + Math.min(pause, MAX_PAUSE_MS));
  const { sentBytes } = sending;
  const isReleased = await releaseFile(deps.firestore, sending, until, { attempts, sentBytes });
  return isReleased ? until : undefined;
}

async function settle(deps: Deps, sending: Sending, outcome: Outcome): Promise<void> {
  const isSettled = await settleFile(deps.firestore, sending, outcome);
  const { prepared } = sending.file;
  // A failed file can be retried with the same bytes.
  if (isSettled && prepared && outcome.state === 'sent') {
    await deps.bucket().file(prepared.path).delete({ ignoreNotFound: true });
  }
}

async function prepareAndSend(deps: Deps, sending: Sending, signal: AbortSignal): Promise<SendOutcome> {
  const { agency } = sending.delivery;
  const account = readDeliveryAccount(agency);
  if (!account) {
    throw new TransportError('login', { message: 'The portal has no account for this agency any more.' });
  }
  // It must be found out first whether it has arrived.
  if (!sending.file.mayHaveArrived) await assertKept(deps, sending.file);
  const bytes = await readPrepared(deps, sending, signal);
  return send(deps, account, sending, bytes, signal);
}

async function assertKept({ firestore }: Deps, { picture }: FileRecord): Promise<void> {
  if (!picture) return;
  const batch = await readBatch(firestore, picture.batchId);
  const isDeleted =
    !batch || !isKept(batch) || batch.filesDeleted || batch.deletedItems?.includes(picture.index);
  if (isDeleted) throw new FileRefused('This picture was deleted.');
}

/** Written once, so that every attempt sends the same bytes. */
async function readPrepared(deps: Deps, sending: Sending, signal: AbortSignal): Promise<Buffer> {
  if (sending.file.prepared) {
    const [bytes] = await deps.bucket().file(sending.file.prepared.path).download();
    if (bytes.length === sending.file.prepared.bytes) return bytes;
    throw new Error('The prepared file is not whole.');
  }
  const { delivery, file } = sending;
  const bytes = await readDeliveryFile(deps, delivery, file, signal).catch((error: unknown) => {
    throw toRefusal(error);
  });
  // A path of its own: a worker that was believed lost must not replace it.
  const path = `${deliveryFolder(sending.id)}${sending.index}-${sending.worker}`;
  await saveFile(deps.bucket().file(path), bytes, { contentType: 'application/octet-stream' });
  const prepared = { path, bytes: bytes.length };
  const isNoted = await updateWhileLeased(deps.firestore, sending, { prepared });
  if (!isNoted) throw new LeaseLost();
  sending.file = { ...sending.file, prepared };
  return bytes;
}

/** Pictures and batches that are gone. */
const toRefusal = (error: unknown): unknown =>
  error instanceof AppError && (error.code === 'not-found' || error.code === 'bad-request')
    ? new FileRefused(error.userMessage, { cause: error })
    : error;

async function send(
  deps: Deps,
  account: DeliveryAccount,
  sending: Sending,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const transport = await openTransport(account, signal);
  const { name, mayHaveArrived } = sending.file;
  const outgoing = {
    name,
    partName: namePart(name, sending),
    bytes,
    supportsRename: account.supportsRename,
    mayHaveArrived,
  };
  try {
    return await sendFile(transport, outgoing, {
      markMayHaveArrived: async () => {
        const marked = await markMayHaveArrived(deps.firestore, sending);
        if (marked === 'lost') throw new LeaseLost();
        if (marked === 'cancelled') throw new Cancelled();
        sending.file = { ...sending.file, mayHaveArrived: true };
      },
      setProgress: (sentBytes) => {
        sending.sentBytes = Math.max(sending.sentBytes, sentBytes);
      },
    });
  } catch (error) {
    // Nothing else would remove it.
    if (error instanceof Cancelled) await transport.delete(outgoing.partName);
    throw error;
  } finally {
    await transport.close();
  }
}

/** The same for every attempt, and not of another file, however long their common start. */
function namePart(name: string, { id, index }: FilePlace): string {
  const ending = `.${id.slice(0, 8)}-${index}.part`;
  return name.slice(0, MAX_NAME_LENGTH - ending.length) + ending;
}
