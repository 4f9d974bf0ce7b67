import { uploadPath } from '@portal/contracts/uploads';
import type { Deps } from '../../deps.ts';
import { AcquireAborted } from '../../platform/weighted-semaphore.ts';
import { inspectPicture, type Inspection } from '../../uploads/inspect-picture.ts';
import { readUpload } from '../../uploads/upload-store.ts';
import type { Batch } from '../store/batch-store.ts';
import type { Tool } from '../tool.ts';

/** Wait and check fit into the time that task-times.ts leaves around the call. */
const MAX_WAIT_MS = 10_000;

/**
 * The checked upload of an item: a bad file fails only its own item. `none`: the tool needs no pictures. `busy`: the instance
 * is decoding too many others.
 */
export async function readPicture(
  deps: Deps,
  { uploads: rules, takesAnimated = false }: Pick<Tool, 'uploads' | 'takesAnimated'>,
  { owner, uploads }: Batch,
  index: number,
): Promise<Inspection | { kind: 'none' | 'busy' }> {
  if (!uploads || !rules) return { kind: 'none' };
  const file = uploads.files[index];
  const bytes = file && (await readUpload(deps, uploadPath(owner, uploads.folder, file.id)));
  if (!bytes) return { kind: 'unreadable', reason: 'The uploaded file no longer exists.' };
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  return inspectPicture(bytes, { types: rules.types, takesAnimated, signal }).catch((error: unknown) => {
    if (error instanceof AcquireAborted) return { kind: 'busy' };
    throw error;
  });
}
