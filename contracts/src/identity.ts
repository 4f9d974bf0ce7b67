import { z } from 'zod';
import { defineCall } from './call.ts';

export const RoleSchema = z.enum(['user', 'admin']);
export type Role = z.infer<typeof RoleSchema>;

/** Whether a person may enter the portal, and if not, why. */
export const AccessSchema = z.enum(['allowed', 'not-allowed', 'not-verified', 'disabled', 'banned']);
export type Access = z.infer<typeof AccessSchema>;

export const UserInfoSchema = z.object({ role: RoleSchema, isAdmin: z.boolean() });
export type UserInfo = z.infer<typeof UserInfoSchema>;

export const getUserInfo = defineCall({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The caller and their role; 403 if they may not use the portal.',
  audience: 'staff',
  response: UserInfoSchema,
});

/** Compares with the `@`, so that `x@evilstudio.example` does not match. Case-sensitive. */
export const isCompanyEmail = (email: string, companyDomain: string): boolean =>
  email.endsWith(`@${companyDomain}`);
