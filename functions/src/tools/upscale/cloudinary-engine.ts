import { buffer } from 'node:stream/consumers';
import { MediaError } from '../../media/media-error.ts';
import type { MediaService } from '../../media/media-service.ts';
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

/** Below it the service upscales; of a larger picture it would say so only after the upload. */
export const MOST_CLOUDINARY_PIXELS = 4_200_000;
const MOST_DETAIL = 300;

/**
 * Has Cloudinary enlarge a picture that will be stored under `publicId`. The original is stored beside it until the result
 * is here: a second attempt finds it, and what was derived from it, so that it is derived (and counted) once.
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
  if (!mayBeAskedAgain(answer)) {
    // One that stays goes with the batch's folder.
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

const mayBeAskedAgain = ({ kind }: ProviderAnswer<MadeImage>) =>
  kind !== 'made' && describeFailure(kind).retry;

/** The effect always makes four times as much of each edge. Light first, so that it enlarges what will be seen. */
function describeSteps({ width, contentType }: Original, { scale, enhance }: UpscaleOptions): string {
  return [
    ...(enhance ? ['e_improve'] : []),
    'e_upscale',
    ...(scale === 2 ? [`c_scale,w_${width * 2}`] : []),
    ...(enhance ? ['e_sharpen:60'] : []),
    // Of a png it would cost colours.
    ...(contentType === 'image/png' ? [] : ['q_92']),
  ].join('/');
}

/** Nothing here is charged twice, whatever broke: all but a picture that it cannot take may be tried again. */
function readFailure(error: unknown): ProviderFailure {
  if (error instanceof CallFailed) return { ...error.failure, kind: 'unavailable' };
  if (!(error instanceof MediaError)) throw error;
  return { kind: findKind(error), detail: error.message.slice(0, MOST_DETAIL) };
}

function findKind({ status, retryable }: MediaError): FailureKind {
  if (status === 420 || status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'key-rejected';
  return retryable ? 'unavailable' : 'bad-request';
}
