import { z } from 'zod';

/** The body of every error response. */
export const ApiErrorSchema = z.object({
  /** A message for the user. */
  error: z.string(),
  /** A stable code for programs. */
  code: z.string(),
  /** The invalid fields, and why. */
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The account is banned: the client signs out. */
  banned: z.boolean().optional(),
  requestId: z.string(),
});
export type ApiError = z.infer<typeof ApiErrorSchema>;
