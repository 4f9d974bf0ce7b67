/**
 * Google's APIs as the setup sees them. It keeps what it is told, and refuses what Google refuses: unknown fields, APIs that are
 * not enabled, missing parents, accounts that do not exist, permissions that the caller lacks.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { METHODS } from './methods.ts';
import { Refusal, World } from './world.ts';

export interface Recorded {
  method: string;
  /** With host and query. */
  path: string;
  body: unknown;
}

export async function startGoogle(world: World) {
  const log: Recorded[] = [];
  const server = createServer((request, response) => {
    const respond = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    answer(world, log, request).then(
      (body) => respond(200, body),
      (error: unknown) => {
        const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
        return respond(refusal.code, refusal.toBody());
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    /** What changed something, or tried to. */
    writes: (): Recorded[] =>
      log.filter(({ method, path }) => method !== 'GET' && !path.includes(':getIamPolicy')),
    log,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(world: World, log: Recorded[], request: IncomingMessage): Promise<object> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const method = request.method ?? '';
  const sent = await text(request);
  const body: unknown = sent === '' ? undefined : JSON.parse(sent);
  log.push({ method, path: `${url.pathname.slice(1)}${url.search}`, body });
  if (request.headers.authorization !== `Bearer ${world.token}`) {
    throw new Refusal(
      401,
      'Request had invalid authentication credentials.',
      'ACCESS_TOKEN_TYPE_UNSUPPORTED',
    );
  }
  if (request.headers['x-goog-user-project'] !== world.project) throw new Refusal(400, 'No quota project.');
  const path = decodeURIComponent(url.pathname.slice(1));
  if (/\/operations\/\d+$/.test(path)) return world.readOperation(path.slice(path.lastIndexOf('/') + 1));
  for (const { verb, pattern, permission, query, body: schema, handle } of METHODS) {
    const match = verb === method && new RegExp(`^${pattern}$`).exec(path);
    if (!match) continue;
    world.checkApi(path.slice(0, path.indexOf('/')));
    world.checkPermission(permission, path);
    for (const name of url.searchParams.keys()) {
      if (!query?.includes(name))
        throw new Refusal(400, `Unknown name "${name}": Cannot bind query parameter.`);
    }
    const parsed = (schema ?? z.strictObject({}).optional()).safeParse(body);
    if (!parsed.success) throw new Refusal(400, `Invalid JSON payload received. ${parsed.error.message}`);
    return handle({ world, path, groups: match.groups ?? {}, query: url.searchParams, body: parsed.data });
  }
  throw new Refusal(404, `The requested URL ${path} was not found on this server.`, 'UNKNOWN_METHOD');
}
