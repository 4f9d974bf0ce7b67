import { checkConnection } from '../connection/connection.ts';
import { identify, readFailure, TIME_OUT_MS } from './client.ts';

interface Options {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Bytes of the body that have left, and all of them. */
  onProgress: (sent: number, total: number) => void;
}

/**
 * A form with files. `fetch` does not tell how far it is; and a slow line takes its time, so that it is given up only once
 * nothing has moved for 60 s.
 */
export async function sendForm(
  path: string,
  form: FormData,
  { headers, signal, onProgress }: Options,
): Promise<unknown> {
  const allHeaders = { ...headers, ...(await identify()) };
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  let timer = setTimeout(() => request.abort(), TIME_OUT_MS);
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve, reject) => {
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        clearTimeout(timer);
        timer = setTimeout(stop, TIME_OUT_MS);
        onProgress(loaded, total);
      });
      request.addEventListener('load', () => resolve());
      request.addEventListener('error', () => {
        void checkConnection();
        reject(new TypeError('The line failed.'));
      });
      request.addEventListener('abort', () => reject(new TypeError('The request was given up.')));
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
  if (request.status < 200 || request.status >= 300) throw readFailure(request, body);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
