import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../start-sandbox.ts';
import { makeDataFolder, openSandbox, postJson } from '../testing.ts';
import { callAdmin, remove, upload } from './testing.ts';

const PageSchema = z.object({
  resources: z.array(z.object({ public_id: z.string() })),
  next_cursor: z.string().optional(),
});
const DeletedSchema = z.object({
  deleted: z.record(z.string(), z.string()),
  partial: z.boolean(),
  next_cursor: z.string().optional(),
});

const list = async (url: string, path: string) => PageSchema.parse(await (await callAdmin(url, path)).json());
const seed = (url: string, value: object) => postJson(`${url}/control/cloudinary/assets`, value);

describe('Admin API', () => {
  it('lists each resource type in pages', async () => {
    const { url } = await openSandbox();
    await seed(url, { count: 1_203, prefix: 'batches/1/' });
    await seed(url, { count: 5, prefix: 'others/', resourceType: 'raw', type: 'upload' });
    const seen = [];
    let cursor = '';
    do {
      const page = await list(url, `resources/image/authenticated?max_results=500${cursor}`);
      seen.push(...page.resources);
      cursor = page.next_cursor === undefined ? '' : `&next_cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(new Set(seen.map(({ public_id }) => public_id)).size).toBe(1_203);
    expect((await list(url, 'resources/raw/upload?max_results=9&prefix=oth')).resources).toHaveLength(5);
    expect((await list(url, 'resources/image/authenticated?max_results=9&prefix=others')).resources).toEqual(
      [],
    );
    for (const query of ['', '?max_results=501', '?max_results=9&context=true']) {
      expect((await callAdmin(url, `resources/image/authenticated${query}`)).status).toBe(400);
    }
  });

  it('deletes at most 1,000 assets per call and reports a next page', async () => {
    const { url } = await openSandbox();
    await seed(url, { count: 1_500, prefix: 'a/' });
    await seed(url, { count: 3, prefix: 'b/' });
    const path = 'resources/image/authenticated';
    const first = DeletedSchema.parse(
      await (await remove(url, path, { prefix: 'a/', invalidate: 'true' })).json(),
    );
    expect(Object.keys(first.deleted)).toHaveLength(1_000);
    expect(first).toMatchObject({ partial: true, next_cursor: expect.any(String) });
    const rest = { prefix: 'a/', next_cursor: first.next_cursor ?? '' };
    const second = DeletedSchema.parse(await (await remove(url, path, rest)).json());
    expect(Object.keys(second.deleted)).toHaveLength(500);
    expect(second.partial).toBe(false);
    expect(await (await callAdmin(url, 'usage')).json()).toMatchObject({ resources: 3 });
  });

  it('deletes by public ID and reports the ones not found', async () => {
    const { url } = await openSandbox();
    await upload(url, 'one');
    const names: [string, string][] = [
      ['public_ids[]', 'one'],
      ['public_ids[]', 'two'],
    ];
    const response = await remove(url, 'resources/image/authenticated', names);
    expect(await response.json()).toMatchObject({ deleted: { one: 'deleted', two: 'not_found' } });
    expect((await callAdmin(url, 'resources/image/authenticated/one')).status).toBe(404);
    const many = Array.from({ length: 101 }, (_, index): [string, string] => ['public_ids[]', String(index)]);
    expect((await remove(url, 'resources/image/authenticated', many)).status).toBe(400);
    for (const fields of [{}, { all: 'true' }, { prefix: '' }]) {
      expect((await remove(url, 'resources/image/authenticated', fields)).status).toBe(400);
    }
  });

  it('searches all delivery types and counts the results', async () => {
    const { url } = await openSandbox();
    await seed(url, { count: 60, prefix: 'a/' });
    await seed(url, { count: 7, prefix: 'b/', type: 'upload' });
    await seed(url, { count: 2, prefix: 'c/', resourceType: 'video' });
    const find = async (body: object) =>
      callAdmin(url, 'resources%2Fsearch', { method: 'POST', body: JSON.stringify(body) });
    const found = await (await find({ expression: 'resource_type:image', max_results: 1 })).json();
    expect(found).toMatchObject({ total_count: 67, resources: [{ resource_type: 'image' }] });
    const none = await find({ expression: 'resource_type:raw', max_results: 1 });
    expect(await none.json()).toMatchObject({ total_count: 0 });
    for (const body of [{ expression: 'tags:a' }, { expression: 'resource_type:raw', max_results: 501 }]) {
      expect((await find(body)).status).toBe(400);
    }
  });

  it('reports admin calls, and keeps assets that a test protects', async () => {
    const { url } = await openSandbox();
    await seed(url, { count: 2, prefix: 'a/' });
    await postJson(`${url}/control/cloudinary`, { adminCallsPerHour: 3, refusesToDelete: 'a/1' });
    const path = 'resources/image/authenticated';
    expect((await remove(url, path, { 'public_ids[]': 'a/1' })).status).toBe(400);
    expect((await remove(url, path, { 'public_ids[]': 'a/0' })).status).toBe(200);
    await callAdmin(url, 'usage');
    await callAdmin(url, 'usage');
    const report = async () => (await fetch(`${url}/control/cloudinary/admin-calls`)).json();
    expect(await report()).toEqual({ calls: 4, busiestMinute: 4, refused: 1, leastRemaining: 0 });
    await fetch(`${url}/control/cloudinary/admin-calls`, { method: 'DELETE' });
    expect(await report()).toEqual({ calls: 0, busiestMinute: 0, refused: 0, leastRemaining: null });
  });

  it.each([
    ['GET', 'ping'],
    ['GET', 'resources/image/tags/batch-1'],
    ['DELETE', 'resources/image/tags/batch-1'],
    ['DELETE', 'folders/batches'],
  ])('refuses %s %s', async (method, path) => {
    const { url } = await openSandbox();
    expect((await callAdmin(url, path, { method })).status).toBeGreaterThanOrEqual(400);
  });

  it('counts down to the hourly limit and reports its reset', async () => {
    const { url } = await openSandbox();
    await postJson(`${url}/control/cloudinary`, { adminCallsPerHour: 2 });
    const headersOf = (response: Response) => Object.fromEntries(response.headers);
    expect(headersOf(await callAdmin(url, 'usage'))).toMatchObject({
      'x-featureratelimit-limit': '2',
      'x-featureratelimit-remaining': '1',
    });
    expect((await callAdmin(url, 'usage')).status).toBe(200);
    const refused = await callAdmin(url, 'usage');
    expect(refused.status).toBe(420);
    expect(Date.parse(refused.headers.get('x-featureratelimit-reset') ?? '')).toBeGreaterThan(Date.now());
    expect((await upload(url, 'one')).status).toBe(200);
  });

  it('requires the key and secret of the account', async () => {
    const { url } = await openSandbox();
    expect((await callAdmin(url, 'usage', {}, 'wrong')).status).toBe(401);
    expect((await fetch(`${url}/cloudinary/v1_1/sandbox/usage`)).status).toBe(401);
    expect((await fetch(`${url}/cloudinary/v1_1/elsewhere/usage`)).status).toBe(401);
  });

  it('keeps assets across restarts', async () => {
    const dataFolder = makeDataFolder();
    const first = await startSandbox({ port: 0, latencyMs: 0, dataFolder });
    await upload(first.url, 'one');
    await first.close();
    const { url } = await openSandbox({ dataFolder });
    expect((await callAdmin(url, 'resources/image/authenticated/one')).status).toBe(200);
  });
});
