import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { findFreePorts } from '../ports.ts';
import { repositoryRoot } from '../start-local-portal.ts';
import { startGoogleApis } from './start-google-apis.ts';

const IndexesSchema = z.object({ indexes: z.array(z.unknown()) });
const GROUPS = '/v1/projects/demo/databases/(default)/collectionGroups/-';

async function open() {
  const { googleApis: port } = await findFreePorts();
  const functionsUrl = 'http://127.0.0.1:1';
  const server = await startGoogleApis({ port, root: repositoryRoot, projectId: 'demo', functionsUrl });
  onTestFinished(() => server.stop());
  return (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: 'Bearer owner' }, ...init });
}

test('answers page by page', async () => {
  const get = await open();
  const first = await (await get(`${GROUPS}/indexes`)).json();
  expect(first).toMatchObject({ indexes: { length: 5 }, nextPageToken: '5' });
  const declared = IndexesSchema.parse(
    JSON.parse(await readFile(join(repositoryRoot, 'firestore.indexes.json'), 'utf8')),
  );
  const lastStart = Math.floor((declared.indexes.length - 1) / 5) * 5;
  const last = await (await get(`${GROUPS}/indexes?pageToken=${lastStart}`)).json();
  expect(last).toMatchObject({ indexes: { length: declared.indexes.length - lastStart } });
  expect(last).not.toHaveProperty('nextPageToken');
});

test.each([
  ['without a token', `${GROUPS}/indexes`, { headers: {} }, 401],
  ['for another project', GROUPS.replace('demo', 'other') + '/indexes', {}, 403],
  ['with an unknown parameter', `${GROUPS}/indexes?limit=5`, {}, 400],
  ['with an invalid page token', `${GROUPS}/indexes?pageToken=x`, {}, 400],
  ['for fields without the filter that Firestore requires', `${GROUPS}/fields`, {}, 400],
  ['that changes something', `${GROUPS}/indexes`, { method: 'POST' }, 404],
  ['at an unknown path', '/v1/projects/demo/secrets', {}, 404],
  ['for what no emulator has', '/storage/v1/b/demo.appspot.com', {}, 501],
])('refuses a request %s', async (_title, path, init, status) => {
  const get = await open();
  const answer = await get(path, { headers: { authorization: 'Bearer owner' }, ...init });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: { code: status } });
});
