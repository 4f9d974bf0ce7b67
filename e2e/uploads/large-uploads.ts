/** The page's direct uploads to Cloud Storage: resumable uploads of the Firebase SDK. */
import { randomBytes } from 'node:crypto';
import type { Page, Request, Route } from 'playwright-core';
import { config } from '../config.ts';
import { drawPicture } from '../support/pictures.ts';
import type { Files } from '../support/uploads-page.ts';

const MEGABYTE = 1024 * 1024;

/** The smallest file that takes two chunks, so that an upload can be interrupted. */
const FILE_MEGABYTES = 2;
/** Uncompressed. */
const MAX_PICTURE_BYTES = 5000;

/** Small images padded with trailing bytes that the server drops: quick to upscale, but too large for a form. */
export async function drawLargeFiles(names: readonly string[]): Promise<Files> {
  const files = await Promise.all(
    names.map(async (name, index) => {
      const picture = await drawPicture();
      // Each file has a unique length, which identifies it in requests. Those of the pictures differ by chance.
      const length = FILE_MEGABYTES * MEGABYTE + MAX_PICTURE_BYTES + index;
      return [name, Buffer.concat([picture, randomBytes(length - picture.length)])] as const;
    }),
  );
  return Object.fromEntries(files);
}

interface Chunk {
  /** The index among the started files. */
  upload: string;
  offset: number;
}

interface Watched {
  /** Started files. */
  started: number;
  /** Chunks that have arrived. */
  arrived: Chunk[];
}

/** Counts uploads to Cloud Storage, and calls `onChunk` before each chunk is sent. */
export async function watchUploads(
  page: Page,
  onChunk: (route: Route, request: Request) => unknown,
): Promise<Watched> {
  const watched: Watched = { started: 0, arrived: [] };
  page.on('response', (answer) => {
    if (!answer.ok()) return;
    const request = answer.request();
    const command = readCommand(request);
    if (command === 'start') watched.started += 1;
    if (command.includes('upload'))
      watched.arrived.push({
        upload: new URL(request.url()).searchParams.get('upload_id') ?? '',
        offset: readOffset(request),
      });
  });
  await page.route(isStorage, (route, request) =>
    readCommand(request).includes('upload') ? onChunk(route, request) : route.continue(),
  );
  return watched;
}

/** The first chunk of a file has offset zero. */
export const readOffset = (request: Request): number => Number(request.headers()['x-goog-upload-offset']);

const isStorage = (url: URL): boolean => url.host === config.storageAddress;

const readCommand = (request: Request): string =>
  request.method() === 'POST' ? (request.headers()['x-goog-upload-command'] ?? '') : '';
