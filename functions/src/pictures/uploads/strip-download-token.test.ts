import { expect, test } from 'vitest';
import { stripDownloadToken } from './strip-download-token.ts';
import { createObject, startStorage } from './testing/start-storage.ts';

const withToken = (name: string) => ({ name, metadata: { firebaseStorageDownloadTokens: 'token' } });

test('handles an event that comes twice, or after its file was deleted', async () => {
  const { deps, objects, requests } = await startStorage();
  objects.set('uploads/one', createObject());
  await stripDownloadToken(deps, withToken('uploads/one'));
  await stripDownloadToken(deps, withToken('uploads/one'));
  await stripDownloadToken(deps, withToken('uploads/gone'));
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['PATCH', 'PATCH', 'PATCH']);
});

test('sends no request for a file without a token', async () => {
  const { deps, requests } = await startStorage();
  await stripDownloadToken(deps, { name: 'uploads/one' });
  expect(requests).toEqual([]);
});
