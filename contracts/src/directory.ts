import { z } from 'zod';
import { defineCall } from './call.ts';
import { UidSchema } from './ids.ts';
import { AccessSchema, RoleSchema } from './identity.ts';
import { MonthlyDollarsSchema } from './monthly-dollars.ts';

const MAX_EMAIL_LENGTH = 128;
/** Part of an address between dots: no second `@` and no invisible characters. */
const EMAIL_PART = String.raw`[^\s@/.\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+`;
const EMAIL_PARTS = String.raw`${EMAIL_PART}(?:\.${EMAIL_PART})*`;

/** An email for the whitelist: trimmed, lowercased and valid. */
const WhitelistEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, `Email addresses can have at most ${MAX_EMAIL_LENGTH} characters.`)
  .regex(
    new RegExp(`^${EMAIL_PARTS}@${EMAIL_PARTS}$`, 'u'),
    'An email address must have one @, and no spaces or invisible characters.',
  );

export const DirectoryUserSchema = z.object({
  /** The email, for a whitelist-only entry. */
  uid: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  role: RoleSchema,
  /** By an entry, the company domain or the settings. False for `banned` and `not-allowed`: adding the email to the whitelist helps. */
  isWhitelisted: z.boolean(),
  access: AccessSchema,
  /** 'firebase': has signed in; 'whitelist-only': has not signed in yet. */
  source: z.enum(['firebase', 'whitelist-only']),
  emailVerified: z.boolean(),
  lastActiveAt: z.iso.datetime().nullable(),
  metadata: z.object({ lastSignInTime: z.iso.datetime().nullable() }),
  /** Own monthly limit in dollars; null for no limit. Missing: that of everyone. */
  ownLimit: z.number().nullable().optional(),
  /** Dollars. */
  spentThisMonth: z.number(),
});
export type DirectoryUser = z.infer<typeof DirectoryUserSchema>;

/** A whitelisted person who has not signed in yet. */
export const makeWhitelistEntry = (email: string): DirectoryUser => ({
  uid: email,
  email,
  displayName: null,
  photoURL: null,
  role: 'user',
  isWhitelisted: true,
  access: 'allowed',
  source: 'whitelist-only',
  emailVerified: false,
  lastActiveAt: null,
  metadata: { lastSignInTime: null },
  spentThisMonth: 0,
});

export const DirectorySchema = z.object({
  data: z.object({
    users: z.array(DirectoryUserSchema),
    totalUsers: z.number().int(),
    /** The monthly limit of everyone without one of their own, in dollars; null for no limit. */
    defaultLimit: z.number().nullable(),
    /** Whether the server could reach the identity provider. */
    firebaseAvailable: z.boolean(),
  }),
});
export type Directory = z.infer<typeof DirectorySchema>;

export const WhitelistBodySchema = z.object({ email: WhitelistEmailSchema });
/** Longer than any valid address, so that every whitelist entry can be removed. */
const MAX_ENTRY_LENGTH = 1000;
const AccountOrEntrySchema = z.object({ uid: z.string().min(1).max(MAX_ENTRY_LENGTH) });
const DoneSchema = z.object({ success: z.literal(true) });

export const listDirectory = defineCall({
  method: 'GET',
  path: '/api/admin/user-directory/users',
  summary: 'Lists the signed-up accounts and the whitelist entries.',
  audience: 'admin',
  response: DirectorySchema,
});

export const whitelistEmail = defineCall({
  method: 'POST',
  path: '/api/admin/user-directory/whitelist',
  summary: 'Adds an email to the whitelist and lifts its ban.',
  audience: 'admin',
  body: WhitelistBodySchema,
  response: DoneSchema,
});

export const revokeAccess = defineCall({
  method: 'DELETE',
  path: '/api/admin/user-directory/users/{uid}',
  summary: 'Deletes and bans a signed-up account, or removes a whitelist entry.',
  audience: 'admin',
  params: AccountOrEntrySchema,
  response: DoneSchema,
  failures: [404, 409],
});

export const changeRole = defineCall({
  method: 'PATCH',
  path: '/api/admin/user-directory/users/{uid}/role',
  summary: 'Makes a signed-up account an admin, or an admin a user.',
  audience: 'admin',
  params: z.object({ uid: UidSchema }),
  body: z.object({ role: RoleSchema }),
  response: DoneSchema,
  failures: [404, 409],
});

export const changeLimit = defineCall({
  method: 'PUT',
  path: '/api/admin/user-directory/users/{uid}/limit',
  summary:
    "Sets an account's own monthly limit in dollars: null for no limit. Without `ownLimit`, that of everyone applies.",
  audience: 'admin',
  params: z.object({ uid: UidSchema }),
  body: z.strictObject({ ownLimit: MonthlyDollarsSchema.nullable().optional() }),
  response: DoneSchema,
  failures: [404, 409],
});
