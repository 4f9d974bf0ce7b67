/** The input file of a batch. The service says nothing of what it checks: whatever it cannot read fails the batch. */
import { z } from 'zod';
import type { StoredFile } from '../batches/batch-store.ts';
import type { Batch, BatchLine } from '../batches/batch.ts';
import type { HttpRequest } from '../http/http-request.ts';

const LineSchema = z.strictObject({ key: z.string().min(1), request: z.looseObject({}) });
type Line = z.infer<typeof LineSchema>;

export function readBatchLines(
  { bytes, key }: StoredFile,
  model: string,
): { lines: BatchLine[]; problems: Batch['problems'] } {
  const texts = bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text.trim() !== '');
  const lines = texts.map(readLine);
  const known = lines.filter((line) => line !== undefined);
  const broken = lines.indexOf(undefined);
  if (lines.length === 0) return { lines: [], problems: [describe('The input file is empty.', 0)] };
  if (broken >= 0) return { lines: [], problems: [describe('Failed to parse the line.', broken + 1)] };
  if (new Set(known.map((line) => line.key)).size < known.length) {
    return { lines: [], problems: [describe('The keys are not unique.', 0)] };
  }
  return {
    lines: known.map((line) => ({ key: line.key, incoming: makeRequest(line, model, key) })),
    problems: [],
  };
}

const describe = (message: string, line: number) => ({ code: 'INVALID_ARGUMENT', message, line });

function readLine(text: string): Line | undefined {
  try {
    return LineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const makeRequest = ({ request }: Line, model: string, key: string): HttpRequest => ({
  method: 'POST',
  url: new URL(`/google/v1beta/models/${model}:generateContent`, 'http://sandbox'),
  headers: new Headers({ 'x-goog-api-key': key, 'content-type': 'application/json' }),
  body: Buffer.from(JSON.stringify(request)),
});
