/** Serves the deployed functions by name, as the platform does, and logs to the real stdout. Prints its address first. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as functions from '../index.ts';
import { END_OF_REQUEST } from './end-of-request.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => unknown;

const { itemFunctions, ...others } = functions;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- their types name Express, of which they use what is below
const served = { ...others, ...itemFunctions } as unknown as Record<string, Serve>;

/** What the SDK's handlers use of Express. */
function likeExpress(request: IncomingMessage, response: ServerResponse, body: unknown): void {
  Object.assign(request, {
    body,
    header: (name: string) => request.headers[name.toLowerCase()],
  });
  Object.assign(response, {
    status(code: number) {
      response.statusCode = code;
      return response;
    },
    send: (content?: unknown) => response.end(content === undefined ? '' : JSON.stringify(content)),
  });
}

/** After it, both streams contain everything about the request. */
function markEnd(): void {
  process.stdout.write(`${END_OF_REQUEST}\n`);
  process.stderr.write(`${END_OF_REQUEST}\n`);
}

const server = createServer((request, response) => {
  const name = request.headers['x-function'];
  const serve = served[String(name)];
  if (!serve) throw new Error(`There is no function ${String(name)}.`);
  void (async () => {
    const body = request.method === 'POST' ? await json(request) : undefined;
    likeExpress(request, response, body);
    response.once('close', markEnd);
    await serve(request, response);
  })();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
