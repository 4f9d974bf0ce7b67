import { createServer, request, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';
import { answerEarlyFailures } from './answer-early-failures.ts';
import { makeRefusal } from '../app.ts';

// Express as @google-cloud/functions-framework has it; the emulator's older one is tested in e2e.
const load = createRequire(import.meta.resolve('firebase-functions'));

/** The parts of Express that the Functions Framework uses (build/src/server.js). */
interface Express {
  (): RequestListener & Record<'use' | 'all', (...parts: unknown[]) => void>;
  json: () => unknown;
}

/** Sends the path unchanged; `fetch` would normalize it. */
function send(port: number, path: string, json?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const headers = json === undefined ? {} : { 'content-type': 'application/json' };
  const sent = request({ port, path, method: 'POST', headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => (text += part));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
  });
  sent.on('error', reject).end(json);
  return promise;
}

async function withServer(use: (port: number) => Promise<void>): Promise<void> {
  const loaded: unknown = load('express');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- loaded with require, which has no types
  const express = loaded as Express;
  expect(load('express/package.json')).toMatchObject({ version: expect.stringMatching(/^5\./) });
  const app = express();
  app.use(express.json());
  app.all('/{*splat}', (_request: unknown, response: { end: (text: string) => void }) =>
    response.end('reached'),
  );
  answerEarlyFailures((failure, incoming, outgoing) =>
    getRequestListener(makeRefusal(failure).fetch)(incoming, outgoing),
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address of a TCP server is an object
  const { port } = server.address() as AddressInfo;
  try {
    await use(port);
  } finally {
    server.close();
  }
}

const REFUSED = {
  error: 'The request cannot be read.',
  code: 'bad-request',
  requestId: expect.any(String),
};

test('answers a malformed path as JSON, even in the first request', () =>
  withServer(async (port) => {
    const { status, text } = await send(port, '/api/%E0%A4%A');
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual(REFUSED);
    expect(await send(port, '/api/good')).toEqual({ status: 200, text: 'reached' });
  }));

test.each(['null', '1', 'true', '"text"', '{'])('says what to send instead of the body %s', (json) =>
  withServer(async (port) => {
    const { status, text } = await send(port, '/api/good', json);
    expect(status).toBe(400);
    const details = [{ path: '', message: 'Send a JSON object.' }];
    expect(JSON.parse(text)).toEqual({ ...REFUSED, details });
    expect(await send(port, '/api/good', '{}')).toEqual({ status: 200, text: 'reached' });
  }),
);
