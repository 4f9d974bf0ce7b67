/** Ids from requests that become part of a Firestore path, a Cloud Storage path or a Firebase Auth call. */
import { z } from 'zod';

/** Firestore rejects ids that contain a slash, are one or two dots, or match `__.*__` (Firestore documentation, Limits). */
const isDocumentId = (id: string): boolean => !/\/|^\.{1,2}$|^__.*__$/su.test(id) && id.isWellFormed();

export const makeIdSchema = (pattern: RegExp, error: string) =>
  // Report only the first problem.
  z.string().regex(pattern, { error, abort: true }).refine(isDocumentId, error);

export const BatchIdSchema = makeIdSchema(/^[A-Za-z0-9_-]{1,64}$/, 'Invalid batch id.');

/** An upload folder, or a file in one. */
export const UploadIdSchema = makeIdSchema(/^[A-Za-z0-9_-]{8,64}$/, 'Invalid upload id.');

/** The longest uid of Firebase Auth. */
const MAX_UID_LENGTH = 128;
export const UidSchema = z
  .string()
  .min(1)
  .max(MAX_UID_LENGTH, 'Invalid user id.')
  .refine(isDocumentId, 'Invalid user id.');

/** UTC, as in `2026-11`. */
export const MonthSchema = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use the format YYYY-MM, such as 2026-11.');

const MAX_IDEMPOTENCY_KEY_LENGTH = 200;
const KEY_RULE = `An Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`;
export const IdempotencyKeySchema = z.string().min(1, KEY_RULE).max(MAX_IDEMPOTENCY_KEY_LENGTH, KEY_RULE);
