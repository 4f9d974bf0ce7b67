/** What a page puts into Cloud Storage by itself: the resumable uploads of the Firebase SDK. */
import { randomBytes } from 'node:crypto';
import type { Page, Request, Route } from 'playwright-core';
import { config } from '../config.ts';
import { drawPicture } from '../support/pictures.ts';
import type { Files } from '../support/uploads-page.ts';

const MEGABYTE = 1024 * 1024;

/** One piece and a little more is the least that can be cut in the middle. */
const FILE_MEGABYTES = 2;

/** Small pictures with a long tail, which the server cuts off: quick to enlarge. Five are too large for a form. */
export async function drawLargeFiles(names: readonly string[]): Promise<Files> {
  const files = await Promise.all(
    names.map(async (name, index) => {
      // Each has a length of its own, by which it can be told on its way.
      const tail = randomBytes(FILE_MEGABYTES * MEGABYTE + index);
      return [name, Buffer.concat([await drawPicture(), tail])] as const;
    }),
  );
  return Object.fromEntries(files);
}

interface Piece {
  /** Of which file, among those that were begun. */
  upload: string;
  offset: number;
}

interface Watched {
  /** Files that were begun. */
  begun: number;
  /** Pieces of them that have arrived. */
  arrived: Piece[];
}

/** Counts what goes to Cloud Storage; each piece passes `onPiece` before it leaves. */
export async function watchUploads(
  page: Page,
  onPiece: (route: Route, request: Request) => unknown = (route) => route.continue(),
): Promise<Watched> {
  const watched: Watched = { begun: 0, arrived: [] };
  page.on('response', (answer) => {
    if (!answer.ok()) return;
    const request = answer.request();
    const command = readCommand(request);
    if (command === 'start') watched.begun += 1;
    if (command.includes('upload'))
      watched.arrived.push({
        upload: new URL(request.url()).searchParams.get('upload_id') ?? '',
        offset: readOffset(request),
      });
  });
  await page.route(isStorage, (route, request) =>
    readCommand(request).includes('upload') ? onPiece(route, request) : route.continue(),
  );
  return watched;
}

/** A file's first piece has an offset of zero. */
export const readOffset = (request: Request): number => Number(request.headers()['x-goog-upload-offset']);

/** Cloud Storage takes no file of this length. */
export const refuseLength = (page: Page, length: number): Promise<unknown> =>
  page.route(isStorage, (route, request) =>
    request.headers()['x-goog-upload-header-content-length'] === String(length)
      ? route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } })
      : route.fallback(),
  );

const isStorage = (url: URL): boolean => url.host === config.storageAddress;

const readCommand = (request: Request): string =>
  request.method() === 'POST' ? (request.headers()['x-goog-upload-command'] ?? '') : '';
