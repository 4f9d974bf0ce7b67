/** The input file of a batch, checked as the service does while a batch is `validating`. */
import { z } from 'zod';
import type { Batch, BatchLine } from '../batches/batch.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { StoredFile } from '../batches/batch-store.ts';

const MAX_LINES = 50_000;

const LineSchema = z.strictObject({
  custom_id: z.string().min(1).max(512),
  method: z.literal('POST'),
  url: z.string(),
  body: z.looseObject({ model: z.string() }),
});
type Line = z.infer<typeof LineSchema>;
type Problem = Batch['problems'][number];

export function readBatchLines(
  { bytes, key }: StoredFile,
  endpoint: string,
): { lines: BatchLine[]; problems: Problem[] } {
  const texts = bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text.trim() !== '');
  if (texts.length === 0) return failed({ code: 'empty_file', message: 'The input file is empty.', line: 0 });
  if (texts.length > MAX_LINES) {
    return failed({ code: 'too_many_tasks', message: `More than ${MAX_LINES} requests.`, line: 0 });
  }
  const problems: Problem[] = [];
  const lines: Line[] = [];
  const ids = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const line = readLine(text);
    const problem = typeof line === 'string' ? { code: 'invalid_json_line', message: line } : check(line);
    if (problem) problems.push({ ...problem, line: index + 1 });
    else if (typeof line !== 'string') lines.push(line);
  }
  return problems.length > 0
    ? { lines: [], problems }
    : {
        lines: lines.map((line) => ({ key: line.custom_id, incoming: makeRequest(line, key) })),
        problems: [],
      };

  function check({ custom_id: id, url, body }: Line): Omit<Problem, 'line'> | undefined {
    if (ids.has(id)) return { code: 'duplicate_custom_id', message: `The custom_id '${id}' is not unique.` };
    ids.add(id);
    if (url !== endpoint) {
      return { code: 'mismatched_url', message: `The url '${url}' is not that of the batch, '${endpoint}'.` };
    }
    if (body.model !== (lines[0]?.body.model ?? body.model)) {
      return { code: 'mismatched_model', message: 'All requests must be for the same model.' };
    }
    return body['stream'] === true
      ? { code: 'invalid_request', message: 'Batches do not stream.' }
      : undefined;
  }
}

const failed = (problem: Problem) => ({ lines: [], problems: [problem] });

/** What is wrong with it, if it is not a line. */
function readLine(text: string): Line | string {
  try {
    const line = LineSchema.safeParse(JSON.parse(text));
    return line.success ? line.data : z.prettifyError(line.error);
  } catch {
    return 'This line is not parseable as valid JSON.';
  }
}

const makeRequest = ({ url, body }: Line, key: string): HttpRequest => ({
  method: 'POST',
  url: new URL(`/openai${url}`, 'http://sandbox'),
  headers: new Headers({ authorization: `Bearer ${key}`, 'content-type': 'application/json' }),
  body: Buffer.from(JSON.stringify(body)),
});
