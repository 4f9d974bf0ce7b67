/** The input file of a batch. xAI cancels a batch with an invalid line. */
import { z } from 'zod';
import type { StoredFile } from '../batches/batch-store.ts';
import type { Batch, BatchLine } from '../batches/batch.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { parseJson } from '../http/http-request.ts';

const MAX_LINES = 50_000;

const LineSchema = z.strictObject({
  custom_id: z.string().min(1),
  method: z.literal('POST'),
  /** The service has more, and can mix them. */
  url: z.literal('/v1/images/generations'),
  body: z.looseObject({ model: z.string() }),
});
type Line = z.infer<typeof LineSchema>;

export function readBatchLines({ bytes, key }: StoredFile): {
  lines: BatchLine[];
  problems: Batch['problems'];
} {
  const texts = bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text.trim() !== '');
  const found = texts.map((text) => LineSchema.safeParse(parseJson(Buffer.from(text))));
  const lines = found.flatMap(({ data }) => data ?? []);
  const isUnique = new Set(lines.map((line) => line.custom_id)).size === lines.length;
  if (lines.length === 0 || lines.length < texts.length || lines.length > MAX_LINES || !isUnique) {
    const broken = found.findIndex(({ success }) => !success) + 1;
    return { lines: [], problems: [{ code: 'invalid', message: `Invalid line ${broken}.`, line: broken }] };
  }
  return {
    lines: lines.map((line) => ({ key: line.custom_id, incoming: makeRequest(line, key) })),
    problems: [],
  };
}

const makeRequest = ({ body }: Line, key: string): HttpRequest => ({
  method: 'POST',
  url: new URL('/xai/v1/images/generations', 'http://sandbox'),
  headers: new Headers({ authorization: `Bearer ${key}`, 'content-type': 'application/json' }),
  // Results have links: whether base64 can be asked for is not documented.
  body: Buffer.from(JSON.stringify({ ...body, response_format: 'url' })),
});
