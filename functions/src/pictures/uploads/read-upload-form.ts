import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'hono';
import { AppError } from '../../platform/app-error.ts';
import { cleanFileName } from './clean-file-name.ts';
import type { NamedFile } from './upload-store.ts';

interface UploadForm {
  /** From the field `images`. */
  files: readonly NamedFile[];
  fields: Readonly<Record<string, string>>;
}

const FILE_FIELD = 'images';
const MEGABYTE = 1024 * 1024;
/** Cloud Functions accept 32 MB; below that, the portal answers with its own error. */
const MAX_FORM_BYTES = 31 * MEGABYTE;
/** No tool accepts more than a thousand files; their names come in a separate field. */
const LIMITS = { files: 1000, fields: 20, fieldSize: MEGABYTE, headerPairs: 20, headerSize: 16 * 1024 };
const TOO_LARGE = 'The files are too large for one request. The limit is 30 MB in total.';
const MALFORMED = 'The form is malformed.';

const tooLarge = (message: string) => new AppError('too-large', message);

/** Streams the form and stops at the first exceeded limit. Bytes are copied at most once. */
export async function readUploadForm(context: Context): Promise<UploadForm> {
  const type = context.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new AppError('unsupported-media-type', 'This call requires a multipart form.');
  }
  if (Number(context.req.header('content-length') ?? 0) > MAX_FORM_BYTES) throw tooLarge(TOO_LARGE);
  const { body } = context.req.raw;
  if (!body) throw new AppError('bad-request', MALFORMED);
  const received: Received = { files: [], fields: new Map() };
  try {
    await pipeline(Readable.fromWeb(body), limitBytes(), makeParser(type, received));
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('bad-request', MALFORMED, { cause: error });
  }
  const files = received.files
    .map(({ name, chunks }) => ({ name, bytes: Buffer.concat(chunks) }))
    // Browsers send an empty file field as a file without name and content.
    .filter(({ name, bytes }) => name !== '' || bytes.length > 0)
    .map(({ name, bytes }) => ({ name: cleanFileName(name), bytes }));
  return { files, fields: Object.fromEntries(received.fields) };
}

function limitBytes(): Transform {
  let count = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      count += chunk.length;
      if (count > MAX_FORM_BYTES) done(tooLarge(TOO_LARGE));
      else done(null, chunk);
    },
  });
}

interface Received {
  files: { name: string; chunks: Buffer[] }[];
  fields: Map<string, string>;
}

function makeParser(type: string, { files, fields }: Received): BusboyInstance {
  const parser = new Busboy({ headers: { 'content-type': type }, limits: LIMITS });
  const refuse = (error: AppError) => parser.destroy(error);
  // Busboy's types leave out that a file can have no name: any part of the type application/octet-stream is a file.
  parser.on('file', (field, stream, name: string | undefined) => {
    if (field !== FILE_FIELD) refuse(new AppError('bad-request', `Send files in the field "${FILE_FIELD}".`));
    const chunks: Buffer[] = [];
    files.push({ name: name ?? '', chunks });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', (error) => parser.destroy(error));
  });
  parser.on('field', (name, text, isNameCut, isCut) => {
    if (isNameCut || isCut) refuse(tooLarge('A field of the form is too large.'));
    fields.set(name, text);
  });
  for (const limit of ['filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => refuse(tooLarge('The form has too many parts.')));
  }
  return parser;
}
