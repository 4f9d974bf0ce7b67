import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openStorageExport } from './save-storage.ts';

describe('openStorageExport', () => {
  let folder: string;
  const saveObject = (files: string, parts: { blob?: boolean; metadata?: boolean }) => {
    if (parts.blob ?? true) writeFileSync(join(folder, 'blobs', files), 'bytes');
    if (parts.metadata ?? true) writeFileSync(join(folder, 'metadata', `${files}.json`), `"${files}"`);
  };
  const has = (files: string) =>
    [join('blobs', files), join('metadata', `${files}.json`)].map((path) => existsSync(join(folder, path)));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'storage-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const part of ['blobs', 'metadata']) mkdirSync(join(folder, part));
  });

  it('reads what was saved', () => {
    saveObject('aa-10', {});
    expect(openStorageExport(folder)).toEqual(new Map([['aa-10', '"aa-10"']]));
  });

  it('keeps only the newest generation when a kill left an older one', () => {
    saveObject('aa-9', {});
    saveObject('aa-10', {});
    expect([...openStorageExport(folder).keys()]).toEqual(['aa-10']);
    expect(has('aa-9')).toEqual([false, false]);
    expect(has('aa-10')).toEqual([true, true]);
  });

  it('keeps the older generation while the newer one is incomplete', () => {
    saveObject('aa-9', {});
    saveObject('aa-10', { metadata: false });
    saveObject('bb-1', { blob: false });
    writeFileSync(join(folder, 'metadata', 'aa-10.json.new'), '{');
    expect([...openStorageExport(folder).keys()]).toEqual(['aa-9']);
    expect(has('aa-10')).toEqual([false, false]);
    expect(has('bb-1')).toEqual([false, false]);
  });
});
