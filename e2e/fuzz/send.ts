import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import { getHealth } from '@portal/contracts/health';
import { encodeBody, fillPath, type Draft } from './draft.ts';

/** An answer that takes longer counts as none. */
const MAX_ANSWER_MS = 10_000;
/** Then a busy machine gets more time: a hang is when others are answered meanwhile. */
const MORE_MS = 5000;
const MAX_ROUNDS = 10;
const QUICK_MS = 1000;
const MAX_PAUSES = 120;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  milliseconds: number;
}

export interface Request {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  bytes?: Buffer;
}

export type Send = (request: Request) => Promise<Answer | { failure: string }>;

/**
 * Sends to the socket of the function: Hosting answers some odd requests itself, and the Functions emulator takes as much CPU
 * time for a request as the function. Waits while the sender has too many requests.
 */
export function makeSend(socketPath: string): Send {
  const agent = new Agent({ keepAlive: true });

  const open = (next: Request): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, bytes } = next;
      const startedAt = performance.now();
      const sent = request({ agent, socketPath, method, path, headers }, (response) => {
        buffer(response).then(
          (received) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes: received,
              milliseconds: performance.now() - startedAt,
            }),
          reject,
        );
      });
      // The server may close a connection that is idle just when the next request takes it.
      sent.on('error', (error) => (sent.reusedSocket ? resolve(open(next)) : reject(error)));
      sent.end(bytes);
    });

  const isQuick = async () => {
    const { milliseconds } = await open({ method: getHealth.method, path: getHealth.path, headers: {} });
    return milliseconds < QUICK_MS;
  };

  async function answerInTime(sent: Request): Promise<Answer | { failure: string }> {
    const opened = open(sent).catch((error: unknown) => ({ failure: String(error) }));
    const waitFor = (ms: number) => Promise.race([opened, sleep(ms, undefined, { ref: false })]);
    let answer = await waitFor(MAX_ANSWER_MS);
    for (let round = 0; answer === undefined && round < MAX_ROUNDS; round += 1) {
      const wasQuick = await isQuick();
      answer = await waitFor(MORE_MS);
      if (wasQuick) break;
    }
    return answer ?? { failure: 'has no answer' };
  }

  return async (sent) => {
    for (let pauses = 0; ; pauses += 1) {
      const answer = await answerInTime(sent);
      if ('failure' in answer || pauses === MAX_PAUSES || !isRateLimited(answer)) return answer;
      await sleep(Number(answer.headers['retry-after'] ?? 1) * 1000);
    }
  };
}

export async function encode(draft: Draft): Promise<Request> {
  const { method, headers, body } = draft;
  const path = fillPath(draft);
  const encoded = encodeBody(body);
  if (encoded === undefined) return { method, path, headers };
  const packed = new Response(encoded);
  const type = packed.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await packed.arrayBuffer());
  return {
    method,
    path,
    headers: { 'content-type': type, 'content-length': String(bytes.length), ...headers },
    bytes,
  };
}

/** Not every 429 is one: people have limits of other kinds, such as images per day. */
const isRateLimited = ({ status, bytes }: Answer): boolean =>
  status === 429 && readError(bytes)?.code === 'rate-limited';

export function readError(bytes: Buffer) {
  try {
    return ApiErrorSchema.safeParse(JSON.parse(bytes.toString())).data;
  } catch {
    return undefined;
  }
}
