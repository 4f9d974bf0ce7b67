/** Responses that work in the background, kept as the service keeps those with `store`. */
import type { BackgroundWork } from '../control/perform-in-background.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { openAiError, openAiHeaders } from './errors.ts';

type Body = Record<string, unknown> & { id: string };

interface StoredResponse {
  /** Each key is of its own project: others get a 404. */
  key: string;
  body: Body;
  cancel: AbortController;
  expiresAt: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** https://developers.openai.com/api/docs/guides/your-data */
const KEPT_MS = 30 * DAY_MS;
const MAX_RESPONSES = 5_000;
const PATH = /^\/openai\/v1\/responses\/([^/]+)(\/cancel)?$/;

const isFinal = ({ status }: Body): boolean => status !== 'queued' && status !== 'in_progress';

export class ResponseStore {
  readonly #responses = new Map<string, StoredResponse>();

  /** `queued`: the response before its work starts. */
  add(key: string, queued: Body): BackgroundWork {
    const cancel = new AbortController();
    const stored: StoredResponse = { key, body: queued, cancel, expiresAt: Date.now() + KEPT_MS };
    this.#responses.set(queued.id, stored);
    const [oldest] = this.#responses.keys();
    if (this.#responses.size > MAX_RESPONSES && oldest !== undefined) this.#responses.delete(oldest);
    const change = (body: Body) => {
      // A canceled response stays canceled.
      if (!isFinal(stored.body)) stored.body = body;
    };
    return {
      accepted: reply(queued),
      cancelled: cancel.signal,
      start: () => change({ ...queued, status: 'in_progress' }),
      finish: ({ body }) => change({ ...queued, ...readBody(body) }),
    };
  }

  static hasPath(path: string): boolean {
    return PATH.test(path);
  }

  /** GET and DELETE of a response, and POST to cancel it. Undefined for other methods. */
  serve(method: string, path: string, key: string): Reply | undefined {
    const [, id = '', cancel] = PATH.exec(path) ?? [];
    if (method !== (cancel ? 'POST' : 'GET') && (cancel || method !== 'DELETE')) return undefined;
    const stored = this.#responses.get(id);
    if (!stored || stored.key !== key || stored.expiresAt < Date.now()) return unknownResponse(id);
    if (method === 'GET') return reply(stored.body);
    if (method === 'DELETE') {
      this.#responses.delete(id);
      return reply({ id, object: 'response', deleted: true });
    }
    if (!isFinal(stored.body)) {
      stored.body = { ...stored.body, status: 'cancelled' };
      stored.cancel.abort();
    }
    return reply(stored.body);
  }
}

const reply = (body: Body): Reply => jsonReply(200, body, openAiHeaders());

const readBody = (body: Reply['body']): object => {
  const value: unknown = Buffer.isBuffer(body) ? JSON.parse(body.toString()) : undefined;
  if (typeof value !== 'object' || value === null) throw new Error('A response is a JSON object.');
  return value;
};

const unknownResponse = (id: string): Reply =>
  openAiError(404, {
    message: `Response with id '${id}' not found.`,
    type: 'invalid_request_error',
  });
