import { CallFailed, hideKey, type Fetch, type ProviderAccess } from '../call-provider.ts';
import type { ProviderFailure } from '../provider-answer.ts';
import { readNetworkFailure, readStatusFailure, type FailureSigns } from '../read-failure.ts';

interface Download {
  access: ProviderAccess;
  signal: AbortSignal;
  signs: FailureSigns;
  /** Gets a fetch that classifies failures. */
  open: (fetch: Fetch) => Promise<Response>;
}

/** Gemini answers 403 for files that do not exist. */
const NO_FILE = /may not exist/;

/**
 * The lines of a JSON Lines file, one at a time: all pictures of a batch do not fit in memory. Throws CallFailed.
 */
export async function* readJsonLines({ access, signal, signs, open }: Download): AsyncGenerator {
  let failure: ProviderFailure | undefined;
  const checkedFetch: Fetch = async (input, init) => {
    try {
      return await fetchOpen({ access, signal, signs }, input, init);
    } catch (error) {
      failure = error instanceof CallFailed ? error.failure : readNetworkFailure(error, signal);
      throw error;
    }
  };
  try {
    const response = await open(checkedFetch);
    for await (const line of splitLines(response, signal)) {
      if (line.trim() !== '') yield parseLine(line);
    }
  } catch (error) {
    const known = failure ?? (error instanceof CallFailed ? error.failure : undefined);
    throw known ? new CallFailed(hideKey(known, access.apiKey)) : error;
  }
}

/** The response before its body, unless it is a failure. */
async function fetchOpen(
  { access, signal, signs }: Omit<Download, 'open'>,
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
): Promise<Response> {
  const response = await access.fetch(input, { ...init, signal, redirect: 'manual' });
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && !type.includes('html')) return response;
  if (response.ok) throw new CallFailed({ kind: 'wrong-content', detail: `answered ${type}` });
  const body = await response.text().catch(() => '');
  if (response.status === 404 || NO_FILE.test(body)) {
    throw new CallFailed({ kind: 'lost', detail: `${response.status} ${body}` });
  }
  throw new CallFailed(readStatusFailure(response.status, response.headers, body, signs));
}

async function* splitLines({ body }: Response, signal: AbortSignal): AsyncGenerator<string> {
  if (!body) return;
  let parts: string[] = [];
  const chunks = body.pipeThrough(new TextDecoderStream());
  try {
    for await (const chunk of chunks) {
      const [first = '', ...others] = chunk.split('\n');
      parts.push(first);
      for (const other of others) {
        yield parts.join('');
        parts = [other];
      }
    }
  } catch (error) {
    throw new CallFailed(readNetworkFailure(error, signal, 'during the answer'));
  }
  yield parts.join('');
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CallFailed({ kind: 'broken-answer', detail: `a line of ${line.length} characters is cut off` });
  }
}
