import type { Context } from 'hono';
import type { Batch } from '../store/batch-store.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { MAX_RESPONSE_BYTES } from '../../platform/max-response.ts';
import { toWeb } from '../../platform/to-web.ts';
import { readArchive } from './archive-store.ts';
import { listContents } from './list-contents.ts';
import { prepareArchive } from './prepare-archive.ts';
import { writeZip } from './write-zip.ts';

/** Answers a batch's ZIP: streamed if small, otherwise a link to the one that a worker builds in Cloud Storage. */
export async function answerArchive(
  deps: Deps,
  batch: Batch,
  naming: string | undefined,
  context: Context,
): Promise<Response> {
  const contents = await listContents(deps, batch, naming);
  const { fileName, entries } = contents;
  if (entries.length === 0) throw new AppError('not-found', 'This batch has no images to download.');
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes > MAX_RESPONSE_BYTES) {
    const known = await readArchive(deps.firestore, batch.id);
    const wanted = { naming: naming ?? null, expiresAt: batch.expiresAt };
    const archive = await prepareArchive(deps, batch.id, known, contents, wanted);
    return context.json(archive, archive.status === 'ready' ? 200 : 202);
  }
  return new Response(toWeb(writeZip(entries)), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  });
}
