/** The API with a fake Cloud Storage and a media service whose images are all the same. */
import type { Firestore } from 'firebase-admin/firestore';
import { vi } from 'vitest';
import { makeApp } from '../../../app.ts';
import type { MediaService } from '../../../media/media-service.ts';
import { makeToken, startApi } from '../../../testing/start-api.ts';
import { startStorage } from '../../../uploads/testing/start-storage.ts';

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
