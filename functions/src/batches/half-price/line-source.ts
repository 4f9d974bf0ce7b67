/** The items of a provider batch with their pictures, read one after the other. */
import { uploadPath } from '@portal/contracts/uploads';
import type { Deps } from '../deps.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { CallFailed } from '../../providers/call-provider.ts';
import { saveUploadThumbnail } from '../../pictures/uploads/upload-store.ts';
import { readPicture } from '../engine/read-picture.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import type { Batch } from '../store/batch-store.ts';
import type { HalfPriceItem, Tool } from '../tool.ts';

export interface LineSource {
  items: AsyncIterable<HalfPriceItem>;
  /** By index: those left out so far, because their pictures cannot be used. */
  unreadable: ReadonlyMap<number, string>;
}

export function makeLineSource(
  deps: Deps,
  tool: Tool,
  batch: Batch,
  records: readonly ItemRecord[],
): LineSource {
  const unreadable = new Map<number, string>();
  async function* read(): AsyncGenerator<HalfPriceItem> {
    for (const { index, variant, source } of records) {
      const found = await readPicture(deps, tool, batch, index, source);
      if (found.kind === 'busy') throw new CallFailed({ kind: 'not-sent', detail: 'no memory in time' });
      if (found.kind === 'unreadable') {
        unreadable.set(index, found.reason);
        continue;
      }
      const picture = found.kind === 'picture' ? found.picture : undefined;
      if (picture) await saveThumbnail(deps, batch, index, picture.thumbnail);
      yield { index, variant, picture, fileName: batch.uploads?.files[index]?.name };
    }
  }
  return { items: read(), unreadable };
}

/** Of the item's original, so that requests for it decode nothing. */
const saveThumbnail = (deps: Deps, batch: Batch, index: number, thumbnail: Buffer): Promise<void> =>
  catchAndLog('A thumbnail could not be saved.', { batch: batch.id, item: index }, async () => {
    const file = batch.uploads?.files[index];
    if (!batch.uploads || !file) return;
    await saveUploadThumbnail(deps, uploadPath(batch.owner, batch.uploads.folder, file.id), thumbnail);
  });

/** The same items, if there is one; undefined if there is none. A provider batch needs a line. */
export async function startReading(
  items: AsyncIterable<HalfPriceItem>,
): Promise<AsyncIterable<HalfPriceItem> | undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return undefined;
  const rest: AsyncIterable<HalfPriceItem> = { [Symbol.asyncIterator]: () => iterator };
  return (async function* readAll() {
    yield first.value;
    yield* rest;
  })();
}
