import type { Role } from '@portal/contracts/identity';
import type { DecodedIdToken } from 'firebase-admin/auth';
import { FirebaseAuthError } from 'firebase-admin/auth';
import { z } from 'zod';
import { readAccessSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import {
  createUserRecord,
  isBanned,
  noteActivity,
  readAccessFacts,
  type UserRecord,
} from './access-store.ts';
import { decideAccess, type Identity } from './decide-access.ts';

/** Who makes a request, and may. */
export interface Caller {
  uid: string;
  email: string;
  role: Role;
}

const ACTIVITY_EVERY_MS = 60_000;
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

/** Trusts one thing: a verified Firebase ID token. The x-user-* headers decide nothing. */
export async function identifyCaller(deps: Deps, authorization: string | undefined): Promise<Caller> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated('No bearer token.');
  const decoded = await verifyToken(deps, token);
  const identity = {
    uid: decoded.uid,
    email: decoded.email ?? '',
    isEmailVerified: decoded.email_verified ?? false,
  };

  const known = deps.accessCache.get(identity.uid);
  const role = known ?? (await lookUpRole(deps, identity, token));
  return { uid: identity.uid, email: identity.email, role };
}

async function verifyToken(deps: Deps, token: string, isAccountChecked = false): Promise<DecodedIdToken> {
  try {
    return await deps.auth.verifyIdToken(token, isAccountChecked);
  } catch (error) {
    if (!(error instanceof FirebaseAuthError)) throw error;
    if (ENDED_ACCOUNT.has(error.code)) await refuseBanned(deps, token);
    throw unauthenticated('The token was not accepted.', error);
  }
}

/** Said of tokens whose signature and claims are in order. */
const ENDED_ACCOUNT = new Set(['auth/user-not-found', 'auth/user-disabled', 'auth/id-token-revoked']);
const PayloadSchema = z.object({ email: z.string().min(1) });

/** Revoking bans the email and ends the account: the person is told of the ban, not to log in again. */
async function refuseBanned({ firestore }: Deps, token: string): Promise<void> {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { data } = PayloadSchema.safeParse(payload);
  if (data && (await isBanned(firestore, data.email))) throw AppError.banned();
}

async function lookUpRole(deps: Deps, identity: Identity, token: string): Promise<Role> {
  const facts = await readAccessFacts(deps.firestore, identity.uid, identity.email);
  const settings = readAccessSettings();
  decideAccess(identity, facts, settings);
  // A token outlives by up to an hour the account's deletion, its disabling and the revoking of its sessions.
  await verifyToken(deps, token, true);
  const firstRole = settings.firstAdmins.includes(identity.email) ? 'admin' : 'user';
  const role =
    facts.user?.role ?? (await createUserRecord(deps.firestore, identity.uid, identity.email, firstRole));
  if (facts.user && isActivityDue(facts.user)) await noteActivity(deps.firestore, identity.uid);
  deps.accessCache.set(identity.uid, role);
  return role;
}

const isActivityDue = ({ lastActiveAt }: UserRecord) =>
  (lastActiveAt?.toMillis() ?? 0) < Date.now() - ACTIVITY_EVERY_MS;

const unauthenticated = (message: string, cause?: unknown) =>
  new AppError('unauthenticated', message, { cause, userMessage: 'Please log in to continue.' });
