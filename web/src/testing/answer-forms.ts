import { vi } from 'vitest';
import type { SentRequest } from './answer-by-path.ts';

/** Answers forms with files, which `sendForm` does not send with `fetch`. Call it after `answerByPath`, which cleans up. */
export const answerForms = (respond: (request: SentRequest) => Promise<Response>): unknown =>
  vi.stubGlobal(
    'XMLHttpRequest',
    /** As far as `sendForm` uses it. */
    class extends EventTarget {
      readonly upload = new EventTarget();
      readonly #headers = new Headers();
      #method = '';
      #path = '';
      status = 0;
      statusText = '';
      responseText = '';
      #answered = new Headers();

      open(method: string, path: string): void {
        this.#method = method;
        this.#path = path;
      }
      setRequestHeader(name: string, value: string): void {
        this.#headers.set(name, value);
      }
      getResponseHeader(name: string): string | null {
        return this.#answered.get(name);
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
          this.#answered = response.headers;
          this.dispatchEvent(new Event('load'));
        } catch {
          this.dispatchEvent(new Event('error'));
        }
      }
      abort(): void {
        this.dispatchEvent(new Event('abort'));
      }
    },
  );
