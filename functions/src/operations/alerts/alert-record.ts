/**
 * When an alert is raised, announced and cleared. To announce is to write a log entry and to post to the webhook. Both happen
 * at least once per raise: see docs/decisions/024-tell-admins-about-stuck-work.md.
 */
import { AlertNameSchema, type AlertName } from '@portal/contracts/alerts';
import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

/** Longer than an announcement takes. */
const CLAIM_MS = 2 * 60 * 1000;
/** With one check a minute, a chat that is down for a quarter of an hour still gets the message. */
export const MAX_ANNOUNCEMENTS = 15;

const AlertRecordSchema = z.object({
  raisedAt: TimestampSchema,
  clearedAt: TimestampSchema.nullable(),
  title: z.string(),
  message: z.string(),
  /** Such as `openai`. A new cause raises the alert again. */
  causes: z.array(z.string()),
  /** Until then one sweep announces it. */
  claimedUntil: TimestampSchema.nullable(),
  announcements: z.number(),
  /** Written to the log, and posted if there is a webhook. */
  isLogged: z.boolean(),
  isAnnounced: z.boolean(),
});
export type AlertRecord = z.infer<typeof AlertRecordSchema>;

/** alerts/state */
export const AlertStateSchema = z.object({
  /** Of the first check. */
  watchedSince: TimestampSchema,
  alerts: z.partialRecord(AlertNameSchema, AlertRecordSchema),
});
export type AlertState = z.infer<typeof AlertStateSchema>;

export type Finding = Pick<AlertRecord, 'title' | 'message' | 'causes'>;
/** Null if there is nothing to report. Missing if that could not be found out: the alert stays as it is. */
export type Findings = ReadonlyMap<AlertName, Finding | null>;

export const isRaised = (record: AlertRecord | undefined): record is AlertRecord =>
  record?.clearedAt === null;

/** What the finding changes. Returns `record` itself if nothing. */
export function updateAlert(
  record: AlertRecord | undefined,
  finding: Finding | null,
  now: Timestamp,
): AlertRecord | undefined {
  if (!finding) return isRaised(record) ? { ...record, clearedAt: now } : record;
  const isNew = !isRaised(record) || finding.causes.some((cause) => !record.causes.includes(cause));
  if (isNew) {
    return {
      ...finding,
      raisedAt: now,
      clearedAt: null,
      claimedUntil: null,
      announcements: 0,
      isLogged: false,
      isAnnounced: false,
    };
  }
  const isSame = record.message === finding.message && record.causes.length === finding.causes.length;
  return isSame ? record : { ...record, ...finding };
}

export const isDue = ({ clearedAt, isAnnounced, announcements, claimedUntil }: AlertRecord, now: Timestamp) =>
  clearedAt === null &&
  !isAnnounced &&
  announcements < MAX_ANNOUNCEMENTS &&
  (claimedUntil?.toMillis() ?? 0) <= now.toMillis();

export const claim = (record: AlertRecord, now: Timestamp): AlertRecord => ({
  ...record,
  claimedUntil: Timestamp.fromMillis(now.toMillis() + CLAIM_MS),
  announcements: record.announcements + 1,
});
