import { onTestFinished, vi } from 'vitest';
import { untilAborted } from './until-aborted.ts';

interface RecordedRequest {
  path: string;
  init: RequestInit;
}

/** Stubs `fetch` for one test: returns the responses in order and records the requests. An extra request fails. */
export function serve(
  ...answers: (Response | ((init: RequestInit) => Promise<Response>))[]
): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    // The probe of `checkConnection`.
    if (path === '/icon.svg') return new Response();
    requests.push({ path, init });
    const answer = answers.shift();
    if (!answer) throw new Error(`Unexpected request: ${init.method ?? 'GET'} ${path}`);
    return typeof answer === 'function' ? untilAborted(answer(init), init.signal) : answer;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return requests;
}
