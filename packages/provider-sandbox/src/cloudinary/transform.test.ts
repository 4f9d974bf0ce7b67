import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { AssetStore } from './asset-store.ts';
import { Transformer } from './transform.ts';

const ROUNDS = 30;

test('forgets an asset while it is resized', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'transform-'));
  const store = new AssetStore(folder);
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  const facts = { resourceType: 'image', type: 'upload', format: 'png', width: 64, height: 64 } as const;
  const names = { publicId: 'a', assetFolder: '', originalFilename: 'file', tags: [], context: {} };
  const content = await sharp({ create: { ...facts, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const asset = await store.save(
    { ...facts, ...names, version: 1, createdAt: '2026-11-26T10:00:00Z' },
    content,
  );
  const transformer = new Transformer(store, folder);
  for (let round = 0; round < ROUNDS; round += 1) {
    const resizing = [8, 16, 32].map((width) => transformer.transform(asset, `c_scale,w_${width}`, 'png'));
    // Varies the timing.
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
    await expect(Promise.all([transformer.forget(asset), ...resizing])).resolves.toBeDefined();
  }
});
