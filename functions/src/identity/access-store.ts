/** Documents that decide who may use the portal: users/{uid}, whitelist/{email}, bans/{email}, system/access. */
import { createHash } from 'node:crypto';
import type { Role } from '@portal/contracts/identity';
import { RoleSchema } from '@portal/contracts/identity';
import { FieldValue, type Firestore, type QuerySnapshot, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import { TimestampSchema } from '../platform/timestamp-schema.ts';

const UserRecordSchema = z.object({
  email: z.string(),
  role: RoleSchema,
  lastActiveAt: TimestampSchema.optional(),
});
export type UserRecord = z.infer<typeof UserRecordSchema>;

const EntrySchema = z.object({ email: z.string() });

const MAX_DOCUMENT_ID_LENGTH = 1500;

/** Emails may contain a slash, look like `__x__` or be too long for a document id. */
function emailKey(email: string): string {
  const key = encodeURIComponent(email.toLowerCase().toWellFormed()).replace(/^__(?=.*__$)/, '%5F%5F');
  return key.length <= MAX_DOCUMENT_ID_LENGTH ? key : createHash('sha256').update(key).digest('hex');
}

export const userReference = (firestore: Firestore, uid: string) => firestore.collection('users').doc(uid);
export const whitelistReference = (firestore: Firestore, email: string) =>
  firestore.collection('whitelist').doc(emailKey(email));
/** All entries of that email, including those with ids chosen by hand. */
export const whitelistEntries = (firestore: Firestore, email: string) =>
  withEmail(firestore, 'whitelist', email);
export const usersWithEmail = (firestore: Firestore, email: string) => withEmail(firestore, 'users', email);
const withEmail = (firestore: Firestore, collection: string, email: string) =>
  firestore.collection(collection).where('email', 'in', [...new Set([email, email.toLowerCase()])]);
export const banReference = (firestore: Firestore, email: string) =>
  firestore.collection('bans').doc(emailKey(email));

/** Written with every change of access; the access caches listen to it. */
export const accessChangeReference = (firestore: Firestore) => firestore.collection('system').doc('access');

export interface AccessFacts {
  user: UserRecord | undefined;
  isWhitelisted: boolean;
  isBanned: boolean;
}

export async function readAccessFacts(
  firestore: Firestore,
  uid: string,
  email: string,
): Promise<AccessFacts> {
  const [user, whitelisted, banned] = await firestore.getAll(
    userReference(firestore, uid),
    whitelistReference(firestore, email),
    banReference(firestore, email),
  );
  return {
    user: user?.exists ? UserRecordSchema.parse(user.data()) : undefined,
    isWhitelisted: whitelisted?.exists ?? false,
    isBanned: banned?.exists ?? false,
  };
}

/** The facts about anyone's email, for the directory, and all emails on the whitelist. */
export async function readAccessLists(firestore: Firestore, limit: number) {
  const [entries, bans] = await Promise.all([
    firestore.collection('whitelist').select('email').limit(limit).get(),
    firestore.collection('bans').select().limit(limit).get(),
  ]);
  const keysOf = ({ docs }: QuerySnapshot) => new Set(docs.map(({ id }) => id));
  const [whitelisted, banned] = [keysOf(entries), keysOf(bans)];
  return {
    emails: entries.docs.map((entry) => EntrySchema.parse(entry.data()).email),
    factsOf: (email: string) => {
      const key = emailKey(email);
      return { isWhitelisted: whitelisted.has(key), isBanned: banned.has(key) };
    },
  };
}

export const isBanned = async (firestore: Firestore, email: string): Promise<boolean> =>
  (await banReference(firestore, email).get()).exists;

/** Emails by account id. Revoked accounts have no record and are missing. */
export async function readEmails(
  firestore: Firestore,
  uids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const references = [...new Set(uids)].map((uid) => userReference(firestore, uid));
  if (references.length === 0) return new Map();
  const records = await firestore.getAll(...references, { fieldMask: ['email'] });
  return new Map(
    records.filter(({ exists }) => exists).map((record) => [record.id, String(record.get('email'))]),
  );
}

/** Required in every transaction that changes someone's access. */
export const announceAccessChange = (firestore: Firestore, transaction: Transaction): void => {
  transaction.set(accessChangeReference(firestore), { changedAt: FieldValue.serverTimestamp() });
};

/** Creates the record of a new account; two concurrent calls create one. */
export async function createUserRecord(
  firestore: Firestore,
  uid: string,
  email: string,
  role: Role,
): Promise<Role> {
  const reference = userReference(firestore, uid);
  return firestore.runTransaction(async (transaction) => {
    const [existing, ban] = await transaction.getAll(reference, banReference(firestore, email));
    if (existing?.exists) return UserRecordSchema.parse(existing.data()).role;
    // Revoked after access was decided.
    if (ban?.exists) throw AppError.banned();
    transaction.create(reference, { email, role, lastActiveAt: FieldValue.serverTimestamp() });
    return role;
  });
}

export const updateLastActive = (firestore: Firestore, uid: string) =>
  userReference(firestore, uid).update({ lastActiveAt: FieldValue.serverTimestamp() });
