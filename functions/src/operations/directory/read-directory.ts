import { makeWhitelistEntry, type Directory, type DirectoryUser } from '@portal/contracts/directory';
import { RoleSchema } from '@portal/contracts/identity';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import { z } from 'zod';
import { readAccessSettings } from '../../platform/config/config.ts';
import type { Deps } from '../../batches/deps.ts';
import { readAccessLists } from '../../identity/access-store.ts';
import { decideAccess } from '../../identity/decide-access.ts';
import { logWarning } from '../../platform/logs/log.ts';
import { NO_MICROS, toDollars } from '../../spend/micros.ts';
import { limitSettings, NO_LIMITS } from '../../spend/person-limits.ts';
import { monthOf, readMonth } from '../../spend/spend-store.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const MAX_USERS = 10_000;
const PAGE_SIZE = 1000;

const RecordSchema = z.object({ role: RoleSchema, lastActiveAt: TimestampSchema.optional() });

/** Accounts with what the portal knows about them, then whitelisted emails that have not signed up. */
export async function readDirectory({ auth, firestore }: Deps): Promise<Directory> {
  const [accounts, records, { emails, factsOf }, { settings: limits = NO_LIMITS }, { byPerson }] =
    await Promise.all([
      listAccounts(auth),
      firestore.collection('users').select('role', 'lastActiveAt').limit(MAX_USERS).get(),
      readAccessLists(firestore, MAX_USERS),
      limitSettings.readFresh(firestore),
      readMonth(firestore, monthOf(new Date())),
    ]);
  const recordOf = new Map(records.docs.map((record) => [record.id, RecordSchema.parse(record.data())]));
  const waiting = new Set(emails);
  const settings = readAccessSettings();
  const describeAccess = (email: string, isEmailVerified: boolean, isDisabled: boolean) => {
    const access = decideAccess({ email, isEmailVerified, isDisabled }, factsOf(email), settings);
    return { access, isWhitelisted: access !== 'banned' && access !== 'not-allowed' };
  };

  const signedUp = (accounts ?? []).map((account): DirectoryUser => {
    const email = account.email ?? '';
    const record = recordOf.get(account.uid);
    // A person who has signed up is listed only as an account.
    waiting.delete(email.toLowerCase());
    return {
      uid: account.uid,
      email,
      displayName: account.displayName ?? null,
      photoURL: account.photoURL ?? null,
      role: record?.role ?? 'user',
      ...describeAccess(email, account.emailVerified, account.disabled),
      source: 'firebase',
      emailVerified: account.emailVerified,
      lastActiveAt: record?.lastActiveAt?.toDate().toISOString() ?? null,
      metadata: { lastSignInTime: toIsoTime(account.metadata.lastSignInTime) },
      ...(Object.hasOwn(limits.people, account.uid) && { ownLimit: limits.people[account.uid] }),
      spentThisMonth: toDollars(byPerson[account.uid] ?? NO_MICROS),
    };
  });
  const notSignedUp = [...waiting].map((email) => ({
    ...makeWhitelistEntry(email),
    // The provider verifies the email at the first sign-in.
    ...describeAccess(email, true, false),
  }));
  const users = [...signedUp, ...notSignedUp];
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
