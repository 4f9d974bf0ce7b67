import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { HttpRequest } from './http-request.ts';

export interface Form {
  fields: Map<string, string[]>;
  files: Map<string, FormFile[]>;
}

export interface FormFile {
  name: string;
  bytes: Buffer;
}

/**
 * Parses a multipart or URL-encoded body; undefined if it is malformed. Does not use `Response.formData`, which mistakes
 * file content for a boundary: Cloudinary's SDK sends boundaries as short as one letter.
 */
export async function readForm({ headers, body }: HttpRequest): Promise<Form | undefined> {
  const form: Form = { fields: new Map(), files: new Map() };
  try {
    const parser = new Busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      limits: { fieldSize: Infinity },
    });
    parser.on('field', (name, value) => append(form.fields, name, value));
    parser.on('file', (name, stream, fileName) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (error) => parser.destroy(error));
      stream.on('end', () => append(form.files, name, { name: fileName, bytes: Buffer.concat(chunks) }));
    });
    parser.end(body);
    await finished(parser);
    return form;
  } catch {
    return undefined;
  }
}

function append<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const values = map.get(name);
  if (values) values.push(value);
  else map.set(name, [value]);
}
