import { checkConnection } from '../connection/connection.ts';
import { identify, readFailure, TIMEOUT_MS } from './client.ts';

interface Options {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Bytes of the body: sent so far, and in total. */
  onProgress: (sent: number, total: number) => void;
}

/**
 * Sends a form with files. `fetch` does not report upload progress. Slow connections are fine: the request times out only
 * after 60 s without progress.
 */
export async function sendForm(
  path: string,
  form: FormData,
  { headers, signal, onProgress }: Options,
): Promise<unknown> {
  const allHeaders = { ...headers, ...(await identify()) };
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  let timer = setTimeout(() => request.abort(), TIMEOUT_MS);
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve, reject) => {
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        clearTimeout(timer);
        timer = setTimeout(stop, TIMEOUT_MS);
        onProgress(loaded, total);
      });
      request.addEventListener('load', () => resolve());
      request.addEventListener('error', () => {
        void checkConnection();
        reject(new TypeError('The connection failed.'));
      });
      request.addEventListener('abort', () => reject(new TypeError('The request was aborted.')));
      request.open('POST', path);
      request.withCredentials = true;
      for (const [name, value] of Object.entries(allHeaders)) request.setRequestHeader(name, value);
      request.send(form);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  const body = parseJson(request.responseText);
  if (request.status < 200 || request.status >= 300)
    throw readFailure(request, body, request.getResponseHeader('retry-after'));
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
