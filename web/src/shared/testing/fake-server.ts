import { onTestFinished, vi } from 'vitest';

interface Asked {
  path: string;
  init: RequestInit;
}

/** Answers the requests of one test, in order, and keeps what was asked; one request too many fails. */
export function serve(...answers: (Response | ((init: RequestInit) => Promise<Response>))[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    // What `checkConnection` asks for.
    if (path === '/icon.svg') return new Response();
    asked.push({ path, init });
    const answer = answers.shift();
    if (!answer) throw new Error(`Nobody expected ${init.method ?? 'GET'} ${path}.`);
    return typeof answer === 'function' ? answer(init) : answer;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}
