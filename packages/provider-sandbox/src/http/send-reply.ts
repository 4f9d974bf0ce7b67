import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply } from './reply.ts';

/** False if the client disconnected before it received everything. */
export async function sendReply(response: ServerResponse, answer: Reply): Promise<boolean> {
  if (response.destroyed) {
    if (answer.body instanceof Readable) answer.body.destroy();
    return false;
  }
  const { body } = answer;
  if (body instanceof Readable) {
    response.writeHead(answer.status, answer.headers);
    try {
      await pipeline(body, response);
      return true;
    } catch {
      return false;
    }
  }
  // A HEAD reply has the length of the body that it omits.
  response.writeHead(answer.status, { 'content-length': body.length, ...answer.headers });
  return new Promise((resolve) => {
    response.once('close', () => resolve(response.writableFinished));
    response.end(body);
  });
}

/** Resets the connection: before the reply, or in the middle of its body. */
export async function resetConnection(response: ServerResponse, answer?: Reply): Promise<void> {
  if (answer && answer.body instanceof Buffer && !response.destroyed) {
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    const half = answer.body.subarray(0, Math.floor(answer.body.length / 2));
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(half, () => resolve());
    });
  }
  response.socket?.resetAndDestroy();
  response.destroy();
}

/** Waits until the client gives up. */
export async function waitForDisconnect(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise((resolve) => response.once('close', resolve));
}
