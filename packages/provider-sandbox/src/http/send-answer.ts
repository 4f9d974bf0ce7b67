import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './answer.ts';

/** True when all of it left, false when the client had gone. */
export async function sendAnswer(response: ServerResponse, answer: Answer): Promise<boolean> {
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
  // The answer to a HEAD brings the length of what it leaves out.
  response.writeHead(answer.status, { 'content-length': body.length, ...answer.headers });
  return new Promise((resolve) => {
    response.once('close', () => resolve(response.writableFinished));
    response.end(body);
  });
}

/** The connection breaks: before anything was said, or in the middle of the body. */
export async function breakConnection(response: ServerResponse, answer?: Answer): Promise<void> {
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

/** Says nothing until the client gives up. */
export async function neverAnswer(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise((resolve) => response.once('close', resolve));
}
