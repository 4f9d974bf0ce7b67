import { buffer } from 'node:stream/consumers';
import { MediaError } from '../../pictures/media/media-error.ts';
import type { MediaService } from '../../pictures/media/media-service.ts';
import { CallFailed } from '../../providers/call-provider.ts';
import { finishImage } from '../../providers/finish-image.ts';
import {
  describeFailure,
  type FailureKind,
  type MadeImage,
  type ProviderAnswer,
  type ProviderFailure,
} from '../../providers/provider-answer.ts';

interface Original {
  bytes: Buffer;
  contentType: MadeImage['contentType'];
  width: number;
  height: number;
}

interface UpscaleOptions {
  scale: 2 | 4;
  enhance: boolean;
}

/** The service upscales smaller pictures only, and rejects others only after the upload. */
export const MAX_CLOUDINARY_PIXELS = 4_200_000;
const MAX_DETAIL_LENGTH = 300;

/**
 * Upscales a picture at Cloudinary. The original is stored beside `publicId` until the result has arrived: a second attempt
 * finds it and what was derived from it, so that it is derived (and billed) once.
 */
export async function upscaleAtCloudinary(
  media: Pick<MediaService, 'put' | 'openDerived' | 'deleteOne'>,
  original: Original,
  publicId: string,
  options: UpscaleOptions,
  signal: AbortSignal,
): Promise<ProviderAnswer<MadeImage>> {
  const sourceId = publicId.replace(/[^/]*$/, 'source-$&');
  const answer = await derive(media, original, sourceId, options, signal).catch(readFailure);
  if (!isRetryable(answer)) {
    // If this fails, it is deleted with the batch's folder.
    await media.deleteOne(sourceId).catch(() => undefined);
  }
  return answer;
}

async function derive(
  media: Pick<MediaService, 'put' | 'openDerived'>,
  original: Original,
  sourceId: string,
  options: UpscaleOptions,
  signal: AbortSignal,
): Promise<ProviderAnswer<MadeImage>> {
  const { bytes, contentType } = original;
  const stored = await media.put({
    publicId: sourceId,
    bytes,
    contentType,
    tags: [],
    context: {},
    keepsExisting: true,
    signal,
  });
  const { body } = await media.openDerived(stored, describeSteps(original, options), signal);
  const enlarged = await buffer(body).catch((error: unknown) => {
    throw new MediaError('read an image', undefined, String(error));
  });
  return { kind: 'made', made: await finishImage(enlarged, contentType) };
}

const isRetryable = ({ kind }: ProviderAnswer<MadeImage>) => kind !== 'made' && describeFailure(kind).retry;

/** The effect always enlarges four times. Light is corrected first, so that upscaling works on the final light. */
function describeSteps({ width, contentType }: Original, { scale, enhance }: UpscaleOptions): string {
  return [
    ...(enhance ? ['e_improve'] : []),
    'e_upscale',
    ...(scale === 2 ? [`c_scale,w_${width * 2}`] : []),
    ...(enhance ? ['e_sharpen:60'] : []),
    // It would reduce the colors of a PNG.
    ...(contentType === 'image/png' ? [] : ['q_92']),
  ].join('/');
}

/** Nothing here is charged twice, so every failure may be retried, except an unsupported picture. */
function readFailure(error: unknown): ProviderFailure {
  if (error instanceof CallFailed) return { ...error.failure, kind: 'unavailable' };
  if (!(error instanceof MediaError)) throw error;
  return { kind: findKind(error), detail: error.message.slice(0, MAX_DETAIL_LENGTH) };
}

function findKind({ status, retryable }: MediaError): FailureKind {
  if (status === 420 || status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'key-rejected';
  return retryable ? 'unavailable' : 'bad-request';
}
