/** The API with a fake Cloud Storage and a media service whose images are all the same. */
import { Writable } from 'node:stream';
import type { Firestore } from 'firebase-admin/firestore';
import { vi } from 'vitest';
import { makeApp } from '../../../app.ts';
import type { MediaService } from '../../../pictures/media/media-service.ts';
import { makeToken, startApi } from '../../../testing/start-api.ts';
import { createObject, startStorage } from '../../../pictures/uploads/testing/start-storage.ts';

export async function startPictures(firestore: Firestore) {
  const { deps: storage, objects, requests } = await startStorage();
  const { deps } = await startApi(['ada', 'bo']);
  // Who may call is looked up every few seconds, and counted by itself.
  vi.spyOn(deps.accessCache, 'get').mockReturnValue('user');
  const open = vi.fn<MediaService['open']>(async () => ({
    body: new Blob(['small']).stream(),
    contentType: 'image/webp',
  }));
  const all = { ...deps, ...storage, firestore, media: { ...deps.media, open } };
  const app = makeApp(all);
  const call = (
    method: string,
    path: string,
    uid = 'ada',
    headers: Record<string, string> = {},
    body?: FormData | string,
  ) =>
    app.request(path, {
      method,
      headers: { authorization: `Bearer ${makeToken(uid)}`, ...headers },
      ...(body !== undefined && { body }),
    });
  const get = (path: string, id: string, index = 0, uid = 'ada') =>
    call('GET', path.replace('{id}', id).replace('{index}', String(index)), uid);
  return { deps: all, call, get, open, objects, requests };
}

/** What the fake Cloud Storage cannot do: sign links, which say what was asked for, and take files in parts. */
export function fakeFileMethods({ deps, objects }: Awaited<ReturnType<typeof startPictures>>) {
  const file = deps.bucket().file('any');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- prototypes have no type
  const prototype = Object.getPrototypeOf(file) as typeof file;
  // oxlint-disable-next-line typescript/no-misused-promises -- nobody calls the overload with a callback
  vi.spyOn(prototype, 'getSignedUrl').mockImplementation(async function sign(
    this: typeof file,
    { responseDisposition = '', responseType = '' },
  ) {
    return [[this.name, responseDisposition, responseType].join(' ').trim()];
  });
  const createWriteStream = vi.spyOn(prototype, 'createWriteStream').mockImplementation(function write(
    this: typeof file,
  ) {
    const parts: Buffer[] = [];
    return new Writable({
      write: (part: Buffer, _encoding, done) => {
        parts.push(part);
        done();
      },
      final: (done) => {
        objects.set(this.name, createObject({ bytes: Buffer.concat(parts) }));
        done();
      },
    });
  });
  return { createWriteStream };
}
