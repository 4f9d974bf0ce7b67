import { makeWhitelistEntry, type Directory, type DirectoryUser } from '@portal/contracts/directory';
import { isCompanyEmail, RoleSchema } from '@portal/contracts/identity';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import { z } from 'zod';
import { readAccessSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { logWarning } from '../platform/log.ts';
import { NO_MICROS, toDollars } from '../spend/micros.ts';
import { limitSettings, NO_LIMITS } from '../spend/person-limits.ts';
import { monthOf, readMonth } from '../spend/spend-store.ts';
import { TimestampSchema } from '../platform/timestamp-schema.ts';

const MAX_USERS = 10_000;
const PAGE_SIZE = 1000;

const RecordSchema = z.object({ role: RoleSchema, lastActiveAt: TimestampSchema.optional() });
const EntrySchema = z.object({ email: z.string() });

/** Accounts with what the portal knows about them, then whitelisted emails that have not signed up. */
export async function readDirectory({ auth, firestore }: Deps): Promise<Directory> {
  const [accounts, records, entries, { settings: limits = NO_LIMITS }, { byPerson }] = await Promise.all([
    listAccounts(auth),
    firestore.collection('users').select('role', 'lastActiveAt').limit(MAX_USERS).get(),
    firestore.collection('whitelist').select('email').limit(MAX_USERS).get(),
    limitSettings.readFresh(firestore),
    readMonth(firestore, monthOf(new Date())),
  ]);
  const recordOf = new Map(records.docs.map((record) => [record.id, RecordSchema.parse(record.data())]));
  const whitelisted = new Set(entries.docs.map((entry) => EntrySchema.parse(entry.data()).email));
  const settings = readAccessSettings();

  const signedUp = (accounts ?? []).map((account): DirectoryUser => {
    const email = account.email ?? '';
    const record = recordOf.get(account.uid);
    // Always removed: a person who has signed up is listed only as an account.
    const hasEntry = whitelisted.delete(email.toLowerCase());
    return {
      uid: account.uid,
      email,
      displayName: account.displayName ?? null,
      photoURL: account.photoURL ?? null,
      role: record?.role ?? 'user',
      isWhitelisted:
        hasEntry || isCompanyEmail(email, settings.companyDomain) || settings.externalEmails.includes(email),
      source: 'firebase',
      emailVerified: account.emailVerified,
      lastActiveAt: record?.lastActiveAt?.toDate().toISOString() ?? null,
      metadata: { lastSignInTime: toIsoTime(account.metadata.lastSignInTime) },
      ...(Object.hasOwn(limits.people, account.uid) && { ownLimit: limits.people[account.uid] }),
      spentThisMonth: toDollars(byPerson[account.uid] ?? NO_MICROS),
    };
  });
  const users = [...signedUp, ...[...whitelisted].map(makeWhitelistEntry)];
  return {
    data: {
      users,
      totalUsers: users.length,
      defaultLimit: limits.everyone,
      firebaseAvailable: accounts !== undefined,
    },
  };
}

/** Undefined if the identity provider cannot be reached; the page says so. */
async function listAccounts(auth: Auth): Promise<UserRecord[] | undefined> {
  const accounts: UserRecord[] = [];
  try {
    let pageToken: string | undefined;
    do {
      const page = await auth.listUsers(PAGE_SIZE, pageToken);
      accounts.push(...page.users);
      pageToken = page.pageToken;
    } while (pageToken !== undefined && accounts.length < MAX_USERS);
    return accounts;
  } catch (error) {
    logWarning('The accounts could not be listed.', error);
    return undefined;
  }
}

/** The provider formats times as HTTP does. */
const toIsoTime = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null);
