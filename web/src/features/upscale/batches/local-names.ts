/** The names that a person gave to batches in this browser: the server is not told of them. */
import { MAX_BATCHES_LISTED } from '@portal/contracts/batches';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import { z } from 'zod';

const KEY = 'portal:upscale-names';
/** Of pairs, the latest last. */
const NamesSchema = z.array(z.tuple([z.string(), z.string()]));
type Names = z.infer<typeof NamesSchema>;

/** None where the browser keeps nothing, or something else. */
function readNames(storage: Storage): Names {
  try {
    return NamesSchema.parse(JSON.parse(storage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** As many as a history can show; older ones are forgotten. It throws where the browser keeps nothing. */
export function keepName(storage: Storage, batchId: string, name: string): void {
  const others = readNames(storage).filter(([id]) => id !== batchId);
  const names: Names = [...others, [batchId, name]];
  storage.setItem(KEY, JSON.stringify(names.slice(-MAX_BATCHES_LISTED)));
}

/** The media service's ZIP bears the name that the batch began with: a renamed one is downloaded from the server. */
export function applyNames(storage: Storage, batches: readonly UpscaleBatch[]): readonly UpscaleBatch[] {
  const names = new Map(readNames(storage));
  if (names.size === 0) return batches;
  return batches.map((batch) => {
    const name = names.get(batch.id);
    return name === undefined ? batch : { ...batch, name, folderLink: null };
  });
}
