/**
 * The few methods of Google's REST APIs that `npm run cloud:check` needs and no emulator has. It answers what is true of the
 * local portal, and 501 for what does not exist locally.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listFieldOverrides, listIndexes } from './firestore-indexes.ts';
import { GoogleError, readPage } from './google-error.ts';
import { listJobs } from './scheduler-jobs.ts';

export interface GoogleApisOptions {
  port: number;
  root: string;
  projectId: string;
  functionsUrl: string;
}

type Handler = (options: GoogleApisOptions, path: string[], query: URLSearchParams) => unknown;

const DATABASE = String.raw`/v1/projects/([^/]+)/databases/\(default\)`;
const METHODS: readonly (readonly [RegExp, Handler])[] = [
  // https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs/list
  [/^\/v1\/projects\/([^/]+)\/locations\/([^/]+)\/jobs$/, listJobs],
  // https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.collectionGroups.indexes/list
  [new RegExp(`^${DATABASE}/collectionGroups/-/indexes$`), listIndexes],
  // https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.collectionGroups.fields/list
  [new RegExp(`^${DATABASE}/collectionGroups/-/fields$`), listFieldOverrides],
];
/** Methods of services that no emulator has: the database's backups, the bucket's settings, released rules, sign-in providers. */
const ABSENT = [
  new RegExp(`^${DATABASE}$`),
  /^\/storage\/v1\/b\/([^/]+)$/,
  /^\/v1\/projects\/([^/]+)\/releases\/.+$/,
  /^\/admin\/v2\/projects\/([^/]+)\/defaultSupportedIdpConfigs\/google\.com$/,
];

export async function startGoogleApis(options: GoogleApisOptions): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => void respond(options, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(options: GoogleApisOptions, request: IncomingMessage, response: ServerResponse) {
  const { method, headers, url = '/' } = request;
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    send(200, await answer(options, method, headers.authorization, new URL(url, 'http://127.0.0.1')));
  } catch (cause) {
    const error = cause instanceof GoogleError ? cause : new GoogleError(500, 'INTERNAL', String(cause));
    send(error.code, error.toBody());
  }
}

async function answer(
  options: GoogleApisOptions,
  method: string | undefined,
  authorization: string | undefined,
  { pathname, searchParams }: URL,
): Promise<object> {
  if (method !== 'GET') throw new GoogleError(404, 'NOT_FOUND', 'The method does not exist.');
  if (!/^Bearer \S+$/.test(authorization ?? '')) {
    throw new GoogleError(401, 'UNAUTHENTICATED', 'The request has no authentication credential.');
  }
  for (const [pattern, handle] of METHODS) {
    const [found, project, ...path] = pattern.exec(pathname) ?? [];
    if (found === undefined) continue;
    if (project !== options.projectId) throw new GoogleError(403, 'PERMISSION_DENIED', 'Another project.');
    return readPage(searchParams, await handle(options, path, searchParams));
  }
  if (ABSENT.some((pattern) => pattern.test(pathname))) {
    throw new GoogleError(501, 'UNIMPLEMENTED', 'The local portal does not have this.');
  }
  throw new GoogleError(404, 'NOT_FOUND', 'The method does not exist.');
}
