import { expect, it, onTestFinished } from 'vitest';
import { createObject, startStorage } from '../uploads/testing/start-storage.ts';
import { saveFile } from './save-file.ts';

const BYTES = Buffer.from('abc');
const TYPE = { contentType: 'image/png' };

it('repeats a save', async () => {
  const { deps, objects, failUploads } = await startStorage();
  failUploads(1);
  await saveFile(deps.bucket().file('a'), BYTES, TYPE);
  expect([...objects.keys()]).toEqual(['a']);
});

it('repeats a list after files were saved and deleted at once', async () => {
  const { deps, breakLists } = await startStorage();
  const first = saveFile(deps.bucket().file('a'), BYTES, TYPE);
  // Opened during the save.
  const second = deps.bucket().file('b');
  await Promise.all([first, saveFile(second, BYTES, TYPE), second.delete({ ignoreNotFound: true })]);
  breakLists(1);
  const [files] = await deps.bucket().getFiles();
  expect(files.map(({ name }) => name)).toContain('a');
});

it('reads without a warning', async () => {
  const { deps, objects } = await startStorage();
  const bytes = Buffer.alloc(300_000);
  objects.set('a', createObject({ bytes }));
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  expect(await deps.bucket().file('a').download()).toEqual([bytes]);
  // They are emitted later.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});
