import { CallFailed } from '../call-provider.ts';
import { MAX_LINES, type Line } from './half-price-adapter.ts';

/** Writes one line of JSON for each line of a batch. Nothing else of a line stays in memory. */
export async function writeJsonLines<Request>(
  lines: AsyncIterable<Line<Request>> | Iterable<Line<Request>>,
  maxBytes: number,
  write: (line: Line<Request>) => object | Promise<object>,
): Promise<Blob> {
  const parts: Blob[] = [];
  let size = 0;
  for await (const line of lines) {
    const part = new Blob([JSON.stringify(await write(line)), '\n']);
    parts.push(part);
    size += part.size;
    if (size > maxBytes) throw new CallFailed({ kind: 'bad-request', detail: `more than ${maxBytes} bytes` });
  }
  if (parts.length === 0 || parts.length > MAX_LINES) {
    throw new Error(`A provider batch has 1 to ${MAX_LINES} lines, not ${parts.length}.`);
  }
  return new Blob(parts, { type: 'application/jsonl' });
}
