/**
 * uploadFolders/{folder}: the files that its owner may upload, and until when; storage.rules reads it.
 * uploadUsage/{uid}~{day}: the bytes that a person has uploaded, or announced, on that day.
 */
import { randomUUID } from 'node:crypto';
import { PictureTypeSchema } from '@portal/contracts/picture-type';
import { MAX_FILES_PER_FOLDER, UPLOAD_RULES, type openUploads } from '@portal/contracts/uploads';
import { FieldValue, Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readDailyUploadBytes } from '../../platform/config/config.ts';
import { AppError } from '../../platform/app-error.ts';
import { checkUpload } from './check-uploads.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than a full selection takes on a slow connection. */
const FOLDER_LIFE_MS = 12 * HOUR_MS;
const GIGABYTE = 1024 ** 3;

const FolderSchema = z.object({
  owner: z.string(),
  expiresAt: TimestampSchema,
  /** By id. storage.rules accepts a file of exactly this size and type, once. */
  files: z.record(z.string(), z.object({ bytes: z.number(), contentType: PictureTypeSchema })),
});

type OpenRequest = z.output<NonNullable<typeof openUploads.body>>;
type Opened = z.output<typeof openUploads.response>;

export async function openUploadFolder(
  { firestore }: { firestore: Firestore },
  owner: string,
  { tool, folder = randomUUID(), files }: OpenRequest,
  now = Date.now(),
): Promise<Opened> {
  checkUpload(
    files.map(({ bytes }) => bytes),
    UPLOAD_RULES[tool],
  );
  const added = files.map((file) => [randomUUID(), file] as const);
  const reference = firestore.collection('uploadFolders').doc(folder);
  return firestore.runTransaction(async (transaction) => {
    const existing = await transaction.get(reference);
    const known = existing.exists ? FolderSchema.parse(existing.data()) : undefined;
    const isOpen = known?.owner === owner && known.expiresAt.toMillis() > now;
    if (known && !isOpen) throw new AppError('not-found', 'Upload folder not found.');
    if (Object.keys(known?.files ?? {}).length + added.length > MAX_FILES_PER_FOLDER) {
      throw new AppError('too-large', `A folder can contain at most ${MAX_FILES_PER_FOLDER} files.`);
    }
    const writeUsage = await addUsage(firestore, transaction, owner, sumBytes(files), now);
    const expiresAt = known?.expiresAt ?? Timestamp.fromMillis(now + FOLDER_LIFE_MS);
    const record = { owner, expiresAt, files: { ...known?.files, ...Object.fromEntries(added) } };
    transaction.set(reference, record satisfies z.infer<typeof FolderSchema>);
    writeUsage();
    return {
      folder,
      fileIds: added.map(([id]) => id),
      expiresAt: expiresAt.toDate().toISOString(),
    };
  });
}

/** Counts what comes with a call itself toward the same daily limit. */
export const countUploadedBytes = (
  { firestore }: { firestore: Firestore },
  owner: string,
  bytes: number,
  now = Date.now(),
): Promise<void> =>
  firestore.runTransaction(async (transaction) =>
    (await addUsage(firestore, transaction, owner, bytes, now))(),
  );

/** Reads, and answers what writes once everything is read; throws 429 over the limit. Days are UTC. */
async function addUsage(
  firestore: Firestore,
  transaction: Transaction,
  owner: string,
  bytes: number,
  now: number,
): Promise<() => void> {
  const day = new Date(now).toISOString().slice(0, 10);
  const nextDay = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  const reference = firestore.collection('uploadUsage').doc(`${owner}~${day}`);
  const used = Number((await transaction.get(reference)).get('bytes') ?? 0);
  const limit = readDailyUploadBytes();
  if (used + bytes > limit) {
    throw new AppError('rate-limited', 'The daily upload limit is reached.', {
      userMessage: `You have reached today's upload limit of ${limit / GIGABYTE} GB. It resets at midnight UTC.`,
      retryAfterSeconds: Math.ceil((nextDay - now) / 1000),
    });
  }
  return () =>
    void transaction.set(
      reference,
      { bytes: FieldValue.increment(bytes), expiresAt: Timestamp.fromMillis(nextDay) },
      { merge: true },
    );
}

const sumBytes = (files: OpenRequest['files']): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
