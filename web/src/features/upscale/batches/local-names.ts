/** Batch names that are stored only in this browser. */
import { MAX_BATCHES_LISTED } from '@portal/contracts/batches';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import { z } from 'zod';

const KEY = 'portal:upscale-names';
/** Pairs of batch id and name, newest last. */
const NamesSchema = z.array(z.tuple([z.string(), z.string()]));
type Names = z.infer<typeof NamesSchema>;

function readNames(storage: Storage): Names {
  try {
    return NamesSchema.parse(JSON.parse(storage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** Keeps as many names as a history can show. Throws if the browser blocks storage. */
export function saveName(storage: Storage, batchId: string, name: string): void {
  const others = readNames(storage).filter(([id]) => id !== batchId);
  const names: Names = [...others, [batchId, name]];
  storage.setItem(KEY, JSON.stringify(names.slice(-MAX_BATCHES_LISTED)));
}

/** A renamed batch loses its folder link, since the media service's ZIP has the old name. */
export function applyNames(storage: Storage, batches: readonly UpscaleBatch[]): readonly UpscaleBatch[] {
  const names = new Map(readNames(storage));
  if (names.size === 0) return batches;
  return batches.map((batch) => {
    const name = names.get(batch.id);
    const isApplied = name === undefined || (name === batch.name && batch.folderLink === null);
    return isApplied ? batch : { ...batch, name, folderLink: null };
  });
}
