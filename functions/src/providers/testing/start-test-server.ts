import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Seen {
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A server that records requests and answers with the given function. It closes after the test. */
export async function startTestServer(answer: (response: ServerResponse, seen: Seen) => unknown) {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const seen = { url: request.url ?? '', headers: request.headers, body };
      requests.push(seen);
      return answer(response, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, requests };
}

export const sendJson =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
