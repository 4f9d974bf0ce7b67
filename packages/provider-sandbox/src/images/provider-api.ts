import type { ErrorReplies } from '../control/perform-call.ts';
import type { Operation } from '../control/faults.ts';
import type { Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Picture, PictureRequest } from '../pictures/make-picture.ts';
import type { ImageProvider } from '../settings.ts';
import type { DescribeJob } from '../vision/describe-job.ts';

/** A valid request for images. */
export interface ImageJob {
  operation: 'generate' | 'edit';
  prompt: string;
  /** The seed is added later: it makes the images of one job differ. */
  pictures: Omit<PictureRequest, 'seed'>[];
  /** The uploaded picture of an edit. */
  original?: Buffer;
  seed?: number;
  answer(pictures: Picture[], seed: number): Reply;
}

/** A free request: shows whether the key works, or fetches what was made in the background. */
export interface CheckJob {
  operation: 'check' | 'fetch';
  answer: Reply;
}

/** One provider's HTTP API. `readJob` throws RejectedRequest with the provider's own error. */
export interface ProviderApi {
  provider: ImageProvider;
  errors: ErrorReplies;
  readKey(incoming: HttpRequest): string;
  /** Used for requests that are rejected before they are read; `generate` by default. */
  findOperation?(incoming: HttpRequest): Operation;
  readJob(incoming: HttpRequest): Promise<ImageJob | DescribeJob | CheckJob>;
}
