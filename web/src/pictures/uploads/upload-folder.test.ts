import { expect, test } from 'vitest';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { UploadFolder } from './upload-folder.ts';

const createFiles = (...keys: string[]) => keys.map((key) => ({ key, file: createFile(`${key}.jpg`) }));

test('registers each file once, in one folder', async () => {
  const { transport } = createTransport();
  const folder = new UploadFolder('upscale', transport);
  const { signal } = new AbortController();
  await folder.register(createFiles('a'), signal);
  await folder.register(createFiles('a', 'b'), signal);
  await folder.register(createFiles('a', 'b'), signal);
  expect(transport.openFolder.mock.calls.map(([{ files }]) => files.length)).toEqual([1, 1]);
  expect(transport.openFolder.mock.calls[1]?.[0].folder).toBe(folder.getTarget('a').folder);
  expect(folder.getTarget('b').id).not.toBe(folder.getTarget('a').id);
  expect(() => folder.getTarget('c')).toThrow('The file was not registered.');
});

test('does not go on without an id for every file', async () => {
  const { transport } = createTransport();
  transport.openFolder.mockResolvedValueOnce({
    folder: crypto.randomUUID(),
    fileIds: [crypto.randomUUID()],
    expiresAt: new Date().toISOString(),
  });
  const folder = new UploadFolder('upscale', transport);
  await expect(folder.register(createFiles('a', 'b'), new AbortController().signal)).rejects.toThrow(
    'an id for every file',
  );
});
