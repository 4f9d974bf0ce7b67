/** Parses the body of generateContent and reports errors as the service does. */
import { z } from 'zod';
import { RejectedRequest } from '../http/reply.ts';
import { readJson, type HttpRequest } from '../http/http-request.ts';
import { readOriginal, type Original } from '../images/read-original.ts';
import { invalidArgument } from './google-errors.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

const TextSchema = z.strictObject({ text: z.string().min(1) });
const PictureSchema = z.strictObject({
  inlineData: z.strictObject({ mimeType: z.enum(TYPES), data: z.base64() }),
});

/** One message of the user. */
const contentsOf = <Parts extends z.ZodType>(parts: Parts) =>
  z.tuple([z.strictObject({ role: z.literal('user'), parts })]);
export const TextContentsSchema = contentsOf(z.tuple([TextSchema]));
export const PictureContentsSchema = contentsOf(z.tuple([PictureSchema, TextSchema]));
export const InstructionSchema = z.strictObject({ role: z.literal('user'), parts: z.tuple([TextSchema]) });

export function readRequest<Schema extends z.ZodType>(
  incoming: HttpRequest,
  schema: Schema,
): z.infer<Schema> {
  const body = readJson(incoming);
  if (body === undefined) {
    throw new RejectedRequest(invalidArgument('Invalid JSON payload received.', ''));
  }
  const request = schema.safeParse(body);
  if (request.success) return request.data;
  const [issue] = request.error.issues;
  throw new RejectedRequest(describeIssue(issue));
}

export async function readPicture({ inlineData }: z.infer<typeof PictureSchema>): Promise<Original> {
  const original = await readOriginal(Buffer.from(inlineData.data, 'base64'), inlineData.mimeType);
  if (!original) throw new RejectedRequest(invalidArgument('Provided image is not valid.', 'contents'));
  return original;
}

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
