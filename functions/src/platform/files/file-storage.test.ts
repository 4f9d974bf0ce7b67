import type { ApiError } from '@google-cloud/storage';
import { expect, it, onTestFinished } from 'vitest';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import { deleteFiles } from './delete-files.ts';
import { saveFile } from './save-file.ts';

const BYTES = Buffer.from('abc');
const TYPE = { contentType: 'image/png' };

it('retries a save', async () => {
  const { deps, objects, failUploads, loseAnswer } = await startStorage();
  failUploads(1);
  await saveFile(deps.bucket().file('a'), BYTES, TYPE);
  loseAnswer('POST');
  await saveFile(deps.bucket().file('b'), BYTES, TYPE);
  expect([...objects.keys()]).toEqual(['a', 'b']);
});

it('retries a list after files were saved and deleted at the same time', async () => {
  const { deps, loseAnswer } = await startStorage();
  const first = saveFile(deps.bucket().file('a'), BYTES, TYPE);
  // Opened during the save.
  const second = deps.bucket().file('b');
  await Promise.all([first, saveFile(second, BYTES, TYPE), second.delete({ ignoreNotFound: true })]);
  loseAnswer('GET');
  const [files] = await deps.bucket().getFiles();
  expect(files.map(({ name }) => name)).toContain('a');
});

it('retries a delete whose answer is lost, and finds the file gone', async () => {
  const { deps, objects, requests, loseAnswer } = await startStorage();
  for (const name of ['folder/a', 'folder/b', 'other/a']) objects.set(name, createObject());
  loseAnswer('DELETE');
  await deleteFiles(deps, 'folder/');
  expect([...objects.keys()]).toEqual(['other/a']);
  expect(requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(3);
});

it.each(['ECONNREFUSED', 'ETIMEDOUT', 'FILE_NO_UPLOAD', 'ECONNRESET', 503])(
  'retries after the error %s',
  async (code) => {
    const { deps } = await startStorage();
    const { retryableErrorFn } = deps.bucket().storage.retryOptions;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- codes can be texts, unlike the SDK's type says
    const error = Object.assign(new Error('no'), { code }) as unknown as ApiError;
    expect(retryableErrorFn?.(error)).toBe(true);
  },
);

it('does not retry what would fail again', async () => {
  const { deps, requests } = await startStorage();
  await expect(deps.bucket().file('a').download()).rejects.toMatchObject({ code: 404 });
  expect(requests).toHaveLength(1);
});

it('reads without a warning', async () => {
  const { deps, objects } = await startStorage();
  const bytes = Buffer.alloc(300_000);
  objects.set('a', createObject({ bytes }));
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  expect(await deps.bucket().file('a').download()).toEqual([bytes]);
  // They are emitted later.
  await new Promise(setImmediate);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});
