/** settings/limits: what single people may spend in a month, beside the studio's budget. */
import { MAX_OWN_LIMITS, type LimitSettings } from '@portal/contracts/studio-settings';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readCacheMs } from '../platform/config/config.ts';
import { AppError } from '../platform/app-error.ts';
import { LIMITS } from '../platform/settings/settings-documents.ts';
import { makeSettingsReader, settingsReference } from '../platform/settings/settings-store.ts';

/** Times CACHE_SECONDS. Workers read the limits for each image, and few studios have any: a read every 2 s is one for ten images. */
const CACHE_TIMES = 5;

export const limitSettings = makeSettingsReader(LIMITS, () => CACHE_TIMES * readCacheMs());

export const NO_LIMITS: LimitSettings = { everyone: null, people: {} };

export const readPersonLimits = async (firestore: Firestore): Promise<LimitSettings> =>
  (await limitSettings.read(firestore)).settings ?? NO_LIMITS;

/** Dollars; null for no limit. */
export async function readPersonLimit(firestore: Firestore, uid: string): Promise<number | null> {
  const { everyone, people } = await readPersonLimits(firestore);
  const own = Object.hasOwn(people, uid) ? people[uid] : undefined;
  return own === undefined ? everyone : own;
}

const PeopleSchema = z.record(z.string(), z.unknown()).catch({});

/** Undefined removes the person's own limit. Changes only that field, so it needs no version. */
export const saveOwnLimit = (firestore: Firestore, uid: string, dollars: number | null | undefined) =>
  firestore.runTransaction(async (transaction) => {
    const reference = settingsReference(firestore, LIMITS.name);
    const people = PeopleSchema.parse((await transaction.get(reference)).get('people'));
    const isNew = !Object.hasOwn(people, uid);
    if (isNew && dollars === undefined) return;
    if (isNew && Object.keys(people).length >= MAX_OWN_LIMITS) {
      throw new AppError('conflict', 'Too many people have a limit of their own. Remove one first.');
    }
    transaction.set(
      reference,
      { people: { [uid]: dollars === undefined ? FieldValue.delete() : dollars } },
      { merge: true },
    );
  });
