import type { FileStorage } from './file-storage.ts';
import { forEachAtOnce } from '../for-each-at-once.ts';
import { listFiles } from './list-files.ts';

/** All files under a prefix. The SDK's own `deleteFiles` fails if the answer to a delete is lost: its retry finds no file. */
export async function deleteFiles(storage: FileStorage, prefix: string): Promise<void> {
  const names: string[] = [];
  for await (const { name } of listFiles(storage, prefix)) names.push(name);
  await forEachAtOnce(names, (name) => storage.bucket().file(name).delete({ ignoreNotFound: true }));
}
