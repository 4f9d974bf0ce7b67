import { z } from 'zod';
import { defineCall } from './call.ts';
import { RoleSchema } from './identity.ts';

/** What the whitelist form takes: trimmed and lowercased, not empty, with an `@`. */
const WhitelistEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .regex(/^[^\s/]+@[^\s/]+$/, 'An email address has an @ and no spaces.');

export const DirectoryUserSchema = z.object({
  /** For a whitelist-only entry: its email. */
  uid: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  role: RoleSchema,
  isWhitelisted: z.boolean(),
  /** 'firebase': signed up; 'whitelist-only': may sign in, and has not yet. */
  source: z.enum(['firebase', 'whitelist-only']),
  emailVerified: z.boolean(),
  lastActiveAt: z.iso.datetime().nullable(),
  metadata: z.object({ lastSignInTime: z.iso.datetime().nullable() }),
});
export type DirectoryUser = z.infer<typeof DirectoryUserSchema>;

/** Someone who is whitelisted and has not signed in yet. */
export const describeExpected = (email: string): DirectoryUser => ({
  uid: email,
  email,
  displayName: null,
  photoURL: null,
  role: 'user',
  isWhitelisted: true,
  source: 'whitelist-only',
  emailVerified: false,
  lastActiveAt: null,
  metadata: { lastSignInTime: null },
});

export const DirectorySchema = z.object({
  data: z.object({
    users: z.array(DirectoryUserSchema),
    totalUsers: z.number().int(),
    /** Whether the server could reach the identity provider. */
    firebaseAvailable: z.boolean(),
  }),
});
export type Directory = z.infer<typeof DirectorySchema>;

export const WhitelistBodySchema = z.object({ email: WhitelistEmailSchema });
const UserParamsSchema = z.object({ uid: z.string().min(1).max(320) });
const DoneSchema = z.object({ success: z.literal(true) });

export const listDirectory = defineCall({
  method: 'GET',
  path: '/api/admin/user-directory/users',
  summary: 'Everyone who has signed up or may.',
  audience: 'admin',
  answer: DirectorySchema,
});

export const whitelistEmail = defineCall({
  method: 'POST',
  path: '/api/admin/user-directory/whitelist',
  summary: 'Lets an email use the portal; lifts a ban of it.',
  audience: 'admin',
  body: WhitelistBodySchema,
  answer: DoneSchema,
});

export const revokeAccess = defineCall({
  method: 'DELETE',
  path: '/api/admin/user-directory/users/{uid}',
  summary: 'Deletes and bans a signed-up account, or removes a whitelist entry.',
  audience: 'admin',
  params: UserParamsSchema,
  answer: DoneSchema,
  failures: [404, 409],
});

export const changeRole = defineCall({
  method: 'PATCH',
  path: '/api/admin/user-directory/users/{uid}/role',
  summary: 'Makes a signed-up account an admin, or an admin a user.',
  audience: 'admin',
  params: UserParamsSchema,
  body: z.object({ role: RoleSchema }),
  answer: DoneSchema,
  failures: [404, 409],
});
