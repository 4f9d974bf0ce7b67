/** Parses the body of generateContent and reports errors as the service does. */
import { z } from 'zod';
import { RejectedRequest } from '../http/reply.ts';
import { isContentType, parseJson, type HttpRequest } from '../http/http-request.ts';
import { invalidArgument } from './google-errors.ts';
import { PartSchema } from './read-parts.ts';

/** Settings that every model supports. */
export const sharedConfig = {
  candidateCount: z.literal(1),
  temperature: z.number().min(0).max(2),
  topP: z.number(),
  topK: z.number(),
  seed: z.int(),
  maxOutputTokens: z.int().positive(),
};

/** The other fields of a request. */
export const sharedRequest = {
  contents: z
    .array(z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(PartSchema).min(1) }))
    .min(1),
  systemInstruction: z.strictObject({ role: z.string().optional(), parts: z.array(PartSchema) }).optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
};

export function readRequest<Schema extends z.ZodType>(
  incoming: HttpRequest,
  schema: Schema,
): z.infer<Schema> {
  const body = parseJson(incoming.body);
  if (!isContentType(incoming, 'application/json') || body === undefined) {
    throw new RejectedRequest(invalidArgument('Invalid JSON payload received.', ''));
  }
  const request = schema.safeParse(body);
  if (request.success) return request.data;
  const [issue] = request.error.issues;
  throw new RejectedRequest(describeIssue(issue));
}

export const readText = (parts: readonly z.infer<typeof PartSchema>[]): string =>
  parts.flatMap(({ text }) => text ?? []).join('\n');

function describeIssue(issue: z.core.$ZodIssue | undefined) {
  const path = (issue?.path ?? []).map(String).join('.');
  if (issue?.code === 'unrecognized_keys') {
    const place = path === '' ? '' : ` at '${path}'`;
    return invalidArgument(
      `Invalid JSON payload received. Unknown name "${issue.keys[0] ?? ''}"${place}: Cannot find field.`,
      path,
    );
  }
  return invalidArgument(`Invalid value at '${path}': ${issue?.message ?? ''}`, path);
}
