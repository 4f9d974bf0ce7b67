import type { Operation } from '../control/faults.ts';
import type { ErrorReplies } from '../control/perform-call.ts';
import type { BackgroundWork } from '../control/perform-in-background.ts';
import type { Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { PictureRequest } from '../pictures/make-picture.ts';
import type { ImageProvider } from '../settings.ts';
import type { JsonSchema, Question } from '../texts/write-answer.ts';

/** A valid request for an image. */
export interface ImageJob {
  operation: 'generate' | 'edit';
  picture: Omit<PictureRequest, 'seed'>;
  /** The uploaded picture of an edit. */
  original?: Buffer;
  seed?: number;
  answer: (picture: Buffer, seed: number) => Reply;
}

/** A valid question, about a picture or without one. */
export interface DescribeJob {
  operation: 'describe';
  prompt: Question;
  picture?: Buffer;
  schema: JsonSchema;
  /** Text models have other errors than image models. */
  errors: ErrorReplies;
  answer: (text: string) => Reply;
  /** Starts it in the background, if the request asks for that. */
  openBackground?: () => BackgroundWork;
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
