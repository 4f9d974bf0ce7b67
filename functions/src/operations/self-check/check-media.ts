import { buffer } from 'node:stream/consumers';
import type { SelfCheck } from '@portal/contracts/self-check';
import type { MediaService } from '../../pictures/media/media-service.ts';
import { logWarning } from '../../platform/logs/log.ts';

const TIMEOUT_MS = 20_000;
/** One transparent pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Stores, reads and deletes a small image. Returns the step that failed. */
export async function checkMedia(media: MediaService, ticket: string): Promise<SelfCheck['media']> {
  const publicId = `self-check/${ticket}`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let step: 'store' | 'read' | 'delete' = 'store';
  try {
    const image = await media.put({
      publicId,
      bytes: PICTURE,
      contentType: 'image/png',
      tags: ['self-check'],
      context: {},
      signal,
    });
    step = 'read';
    const { body } = await media.open(image, 'full', signal);
    if (!(await buffer(body)).equals(PICTURE)) throw new Error('The media service returned another image.');
    step = 'delete';
    await media.deleteOne(publicId);
    return null;
  } catch (error) {
    logWarning(`Self-check: the media service failed to ${step} an image.`, error);
    // Also after "store": its answer may have been lost.
    await media.deleteOne(publicId).catch(() => undefined);
    return step;
  }
}
