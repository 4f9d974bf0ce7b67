import { z } from 'zod';
import { defineCall } from './call.ts';

export const RoleSchema = z.enum(['user', 'admin']);
export type Role = z.infer<typeof RoleSchema>;

export const UserInfoSchema = z.object({ role: RoleSchema, isAdmin: z.boolean() });
export type UserInfo = z.infer<typeof UserInfoSchema>;

export const getUserInfo = defineCall({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Who the caller is to the portal; 403 for who may not use it.',
  audience: 'staff',
  answer: UserInfoSchema,
});

/** An email counts as the company's only with the `@`: `x@evilstudio.example` stays out. Case matters. */
export const isCompanyEmail = (email: string, companyDomain: string): boolean =>
  email.endsWith(`@${companyDomain}`);
