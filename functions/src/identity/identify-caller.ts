import type { Role } from '@portal/contracts/identity';
import { UidSchema } from '@portal/contracts/ids';
import { FirebaseAppError } from 'firebase-admin/app';
import { FirebaseAuthError, type Auth, type DecodedIdToken } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readAccessSettings } from '../platform/config/config.ts';
import { AppError } from '../platform/app-error.ts';
import type { AccessCache } from './access-cache.ts';
import {
  createUserRecord,
  isBanned,
  updateLastActive,
  readAccessFacts,
  type UserRecord,
} from './access-store.ts';
import { assertAccess, restricted, type Identity } from './decide-access.ts';

/** An authenticated person who may use the portal. */
export interface Caller {
  uid: string;
  email: string;
  role: Role;
}

export interface IdentityClients {
  auth: Auth;
  firestore: Firestore;
  accessCache: AccessCache;
}

const ACTIVITY_EVERY_MS = 60_000;
const EmailSchema = z.string().includes('@');
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

/** Trusts only a verified Firebase ID token, not the x-user-* headers. */
export async function identifyCaller(
  clients: IdentityClients,
  authorization: string | undefined,
): Promise<Caller> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated('No bearer token.');
  const identity = readIdentity(await verifyToken(clients, token));

  const known = clients.accessCache.get(identity.uid);
  const role = known ?? (await lookUpRole(clients, identity, token));
  return { uid: identity.uid, email: identity.email, role };
}

async function verifyToken(
  clients: IdentityClients,
  token: string,
  isAccountChecked = false,
): Promise<DecodedIdToken> {
  try {
    return await clients.auth.verifyIdToken(token, isAccountChecked);
  } catch (error) {
    if (isProviderUnreachable(error, isAccountChecked)) {
      throw new AppError('unavailable', 'Firebase Auth cannot be reached.', {
        cause: error,
        userMessage: 'Signing in cannot be checked right now. Please try again.',
        retryAfterSeconds: 5,
      });
    }
    if (error instanceof FirebaseAuthError && ENDED_ACCOUNT.has(error.code))
      await throwIfBanned(clients, token);
    // Not only a FirebaseAuthError: for a payload that is not JSON the SDK throws a SyntaxError.
    throw unauthenticated('The token was not accepted.', error);
  }
}

/** Failures of Firebase Auth itself: a person with a valid token must not be told to sign in again. */
function isProviderUnreachable(error: unknown, isAccountChecked: boolean): boolean {
  if (error instanceof FirebaseAppError) return true;
  if (!(error instanceof FirebaseAuthError)) return false;
  // The account is looked up only after the token was accepted.
  if (isAccountChecked && error.code === 'auth/internal-error') return true;
  // If public keys cannot be fetched, only the message says so (firebase-admin lib/utils/jwt.js, api-request.js).
  return /^Error (fetching public keys|while making request)/.test(error.message);
}

const VerifiedSchema = z.object({
  uid: UidSchema,
  email: EmailSchema,
  email_verified: z.boolean().default(false),
});

/** A token without an email is valid, but gives no access. */
function readIdentity(decoded: DecodedIdToken): Identity {
  const { data } = VerifiedSchema.safeParse(decoded);
  if (!data) throw restricted(readAccessSettings());
  return { uid: data.uid, email: data.email, isEmailVerified: data.email_verified };
}

/** Codes for tokens with a valid signature and valid claims. */
const ENDED_ACCOUNT = new Set(['auth/user-not-found', 'auth/user-disabled', 'auth/id-token-revoked']);
const PayloadSchema = z.object({ email: EmailSchema });

/** A revoke bans the email and deletes the account: tell the person about the ban, not to log in again. */
async function throwIfBanned({ firestore }: IdentityClients, token: string): Promise<void> {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { data } = PayloadSchema.safeParse(payload);
  if (data && (await isBanned(firestore, data.email))) throw AppError.banned();
}

async function lookUpRole(clients: IdentityClients, identity: Identity, token: string): Promise<Role> {
  const facts = await readAccessFacts(clients.firestore, identity.uid, identity.email);
  const settings = readAccessSettings();
  assertAccess(identity, facts, settings);
  // A token stays valid for up to an hour after its account was deleted, disabled or revoked.
  await verifyToken(clients, token, true);
  const firstRole = settings.firstAdmins.includes(identity.email) ? 'admin' : 'user';
  const role =
    facts.user?.role ?? (await createUserRecord(clients.firestore, identity.uid, identity.email, firstRole));
  if (facts.user && isActivityDue(facts.user)) await updateLastActive(clients.firestore, identity.uid);
  clients.accessCache.set(identity.uid, role);
  return role;
}

const isActivityDue = ({ lastActiveAt }: UserRecord) =>
  (lastActiveAt?.toMillis() ?? 0) < Date.now() - ACTIVITY_EVERY_MS;

const unauthenticated = (message: string, cause?: unknown) =>
  new AppError('unauthenticated', message, { cause, userMessage: 'Please log in to continue.' });
