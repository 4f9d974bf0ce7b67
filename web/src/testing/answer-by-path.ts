import { onTestFinished, vi } from 'vitest';
import { untilAborted } from './until-aborted.ts';

export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}

/** Answers requests by what they ask for, where their order does not matter. Returns the requests. */
export function answerByPath(
  answer: (request: SentRequest) => Response | Promise<Response | undefined> | undefined,
): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal(
    'fetch',
    async (path: string, { method = 'GET', body, headers, signal }: RequestInit = {}) => {
      const request = {
        method,
        path,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        headers: new Headers(headers),
      };
      requests.push(request);
      return (
        (await untilAborted(Promise.resolve(answer(request)), signal)) ?? new Response('{}', { status: 404 })
      );
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return requests;
}
