/** Exports of files that are in memory. */
import { buffer } from 'node:stream/consumers';
import type { ExportRequest } from '@portal/contracts/exports';
import type { Source } from '@portal/contracts/source';
import JSZip from 'jszip';
import { beforeEach, vi } from 'vitest';
import { writeZip } from '../../../batches/archive/write-zip.ts';
import type { Deps } from '../../../batches/deps.ts';
import { clearFirestore, startFirestore } from '../../../providers/testing/start-firestore.ts';
import { startApi } from '../../../testing/start-api.ts';
import { startStorage } from '../../../pictures/uploads/testing/start-storage.ts';
import { answerExport } from '../answer-export.ts';
import { checkExport } from '../check-export.ts';
import { judgePictures } from '../judge-pictures.ts';
import { listExport } from '../list-export.ts';

export async function startExports() {
  const firestore = await startFirestore();

  beforeEach(clearFirestore);

  async function start() {
    vi.stubEnv('CACHE_SECONDS', '0');
    const { deps: storage, objects } = await startStorage();
    const { deps } = await startApi(['ada']);
    const enqueue = vi.fn<Deps['queues']['enqueue']>().mockResolvedValue();
    const stored = new Map<string, Buffer>();
    const watch = {
      opened: 0,
      open: 0,
      most: 0,
      end: (bytes: Buffer) => {
        watch.open -= 1;
        return bytes;
      },
    };
    const open: Deps['media']['open'] = async ({ publicId }) => {
      watch.opened += 1;
      watch.open += 1;
      watch.most = Math.max(watch.most, watch.open);
      const bytes = stored.get(publicId) ?? Buffer.alloc(0);
      return {
        body: new Blob([new Uint8Array(bytes)]).stream(),
        contentType: 'image/png',
        contentLength: bytes.length,
      };
    };
    const all = {
      ...deps,
      ...storage,
      firestore,
      queues: { ...deps.queues, enqueue },
      media: { ...deps.media, open },
    };
    const by =
      <Answer>(act: (deps: Deps, owner: string, request: ExportRequest) => Promise<Answer>) =>
      (agency: string, ...pictures: Source[]) =>
        act(all, 'ada', { agency, pictures });
    return {
      deps: all,
      objects,
      stored,
      watch,
      enqueue,
      check: by(checkExport),
      judge: by(judgePictures),
      list: by(listExport),
      answer: by(answerExport),
      zip: async (agency: string, ...pictures: Source[]) => {
        const { entries } = await listExport(all, 'ada', { agency, pictures });
        const { files } = await JSZip.loadAsync(await buffer(writeZip(entries)), { checkCRC32: true });
        return new Map(
          await Promise.all(
            Object.values(files).map(async (file) => [file.name, await file.async('nodebuffer')] as const),
          ),
        );
      },
    };
  }

  return { firestore, start };
}
