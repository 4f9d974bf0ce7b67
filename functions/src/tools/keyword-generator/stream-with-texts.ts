import { createHash } from 'node:crypto';
import type { ImageLink } from '@portal/contracts/image-link';
import { findPictureType } from '@portal/contracts/picture-type';
import { archiveFolder } from '../../batches/archive/archive-store.ts';
import { readOwnBatch } from '../../batches/store/batch-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { collectBytes } from '../../platform/collect-bytes.ts';
import { MAX_RESPONSE_BYTES } from '../../platform/max-response.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import { signFileLink } from '../../platform/files/sign-file-link.ts';
import { makeWeightedSemaphore } from '../../platform/weighted-semaphore.ts';
import { listRenamedFiles } from './list-renamed-files.ts';

/** A copy of another batch may have 200 MB, and an instance answers many people. */
const oneAtATime = makeWeightedSemaphore(1);

/** One file of the batch's ZIP: the upload with its texts inside, under the same name. */
export async function streamWithTexts(
  deps: Deps,
  owner: string,
  { id, index }: { id: string; index: number },
  signal: AbortSignal,
): Promise<Response> {
  const batch = await readOwnBatch(deps.firestore, 'keyword-generator', owner, id);
  const file = (await listRenamedFiles(deps, batch, undefined)).find((each) => each.index === index);
  if (!file) throw new AppError('not-found', 'Picture not found.');
  const read = async () => collectBytes(await file.open(signal), () => file.bytes);
  if (file.bytes > MAX_RESPONSE_BYTES) {
    return oneAtATime(1, async () => answerLink(deps, id, file.name, await read()), { signal });
  }
  const bytes = await read();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': findPictureType(bytes) ?? 'application/octet-stream',
      'Content-Length': String(bytes.length),
      'Content-Disposition': describeAttachment(file.name),
      // The texts may change.
      'Cache-Control': 'private, no-store',
    },
  });
}

const describeAttachment = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;

/** Saved beside the batch's ZIP, and deleted with it. */
async function answerLink(deps: Deps, batchId: string, fileName: string, bytes: Buffer): Promise<Response> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  const path = `${archiveFolder(batchId)}picture-${digest}`;
  const contentType = findPictureType(bytes) ?? 'application/octet-stream';
  const contentDisposition = describeAttachment(fileName);
  await saveFile(deps.bucket().file(path), bytes, { contentType, metadata: { contentDisposition } });
  const url = await signFileLink(deps, path, { contentType });
  return Response.json({ url, bytes: bytes.length } satisfies ImageLink);
}
