import { z } from 'zod';

/** What every error answer of the API looks like. */
export const ApiErrorSchema = z.object({
  /** A sentence for a person. */
  error: z.string(),
  /** A stable word for programs. */
  code: z.string(),
  /** For input that breaks a rule: which field, and why. */
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The account is banned: the client signs out. */
  banned: z.boolean().optional(),
  requestId: z.string(),
});
export type ApiError = z.infer<typeof ApiErrorSchema>;
