import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AssetStore } from './asset-store.ts';

const ROUNDS = 20;
/** Large enough to be written in several steps. */
const CONTENT = Buffer.alloc(3_000_000, 'picture');

function openStore() {
  const folder = mkdtempSync(join(tmpdir(), 'asset-store-'));
  const store = new AssetStore(folder);
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  return { store, countFiles: () => readdirSync(join(folder, 'files')).length };
}

const describe = (publicId: string) => ({
  resourceType: 'image' as const,
  type: 'authenticated' as const,
  publicId,
  version: 1,
  format: 'jpg',
  width: 1,
  height: 1,
  createdAt: '2026-11-26T10:00:00Z',
  assetFolder: '',
  originalFilename: 'file',
  tags: [],
  context: {},
});

test('keeps an asset whole while others with the same content are removed and saved', async () => {
  const { store, countFiles } = openStore();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [kept, removed] = await Promise.all(
      ['kept', 'removed'].map((name) => store.save(describe(`${name}-${round}`), CONTENT)),
    );
    if (!kept || !removed) throw new Error('An asset was not saved.');
    const [bytes, added] = await Promise.all([
      store.read(kept),
      store.save(describe(`added-${round}`), CONTENT),
      store.remove([removed]),
    ]);
    expect(bytes.equals(CONTENT)).toBe(true);
    expect((await store.read(added)).equals(CONTENT)).toBe(true);
    await store.remove([kept, added]);
  }
  expect(countFiles()).toBe(0);
});

test('keeps one file for an asset that is saved again', async () => {
  const { store, countFiles } = openStore();
  const first = await store.save(describe('fox'), CONTENT);
  expect((await store.save(describe('fox'), CONTENT)).file).toBe(first.file);
  const changed = await store.save(describe('fox'), Buffer.from('another'));
  expect(changed.assetId).toBe(first.assetId);
  expect(await store.read(changed)).toEqual(Buffer.from('another'));
  expect(countFiles()).toBe(1);
});
