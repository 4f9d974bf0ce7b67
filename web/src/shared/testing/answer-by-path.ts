import { onTestFinished, vi } from 'vitest';

interface SentRequest {
  method: string;
  path: string;
  /** Parsed JSON, or a form. */
  body: unknown;
  headers: Headers;
}

type Respond = (request: SentRequest) => Promise<Response>;

/** Answers requests and forms by what they ask for, where their order does not matter. Returns the requests. */
export function answerByPath(
  answer: (request: SentRequest) => Response | Promise<Response> | undefined,
): SentRequest[] {
  const requests: SentRequest[] = [];
  const respond: Respond = async (request) => {
    requests.push(request);
    return (await answer(request)) ?? new Response('{}', { status: 404 });
  };
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body, headers }: RequestInit = {}) =>
    respond({
      method,
      path,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      headers: new Headers(headers),
    }),
  );
  vi.stubGlobal('XMLHttpRequest', makeFormRequest(respond));
  onTestFinished(() => void vi.unstubAllGlobals());
  return requests;
}

/** XMLHttpRequest, as far as `sendForm` uses it. */
const makeFormRequest = (respond: Respond) =>
  class extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    #method = '';
    #path = '';
    status = 0;
    statusText = '';
    responseText = '';

    open(method: string, path: string): void {
      this.#method = method;
      this.#path = path;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    send(body: FormData): void {
      void this.#send(body);
    }
    async #send(body: FormData): Promise<void> {
      try {
        const request = { method: this.#method, path: this.#path, body, headers: this.#headers };
        const response = await respond(request);
        this.responseText = await response.text();
        this.status = response.status;
        this.dispatchEvent(new Event('load'));
      } catch {
        this.dispatchEvent(new Event('error'));
      }
    }
    abort(): void {
      this.dispatchEvent(new Event('abort'));
    }
  };
