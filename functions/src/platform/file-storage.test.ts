import { expect, it } from 'vitest';
import { startStorage } from '../uploads/testing/start-storage.ts';
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
