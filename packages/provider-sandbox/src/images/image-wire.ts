import type { ErrorAnswers } from '../control/perform-call.ts';
import type { Operation } from '../control/faults.ts';
import type { Answer } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import type { Picture, PictureRequest } from '../pictures/make-picture.ts';
import type { ImageProvider } from '../settings.ts';
import type { DescribeOrder } from '../vision/describe-order.ts';

/** What a request asks for, after every rule of the provider. */
export interface ImageOrder {
  operation: 'generate' | 'edit';
  prompt: string;
  /** What makes two images of one order differ comes with the call. */
  pictures: Omit<PictureRequest, 'seed'>[];
  /** Of an edit: the picture that was uploaded. */
  original?: Buffer;
  seed?: number;
  answer(pictures: Picture[], seed: number): Answer;
}

/** Asks for nothing that is charged: whether the key is good is all that the client wants to know. */
export interface CheckOrder {
  operation: 'check';
  answer: Answer;
}

/** One provider's wire. Reading an order throws TurnedDown with the provider's own answer. */
export interface ImageWire {
  provider: ImageProvider;
  errors: ErrorAnswers;
  readKey(incoming: Incoming): string;
  /** Known before the rest of it is read; without this, everything is a generation. */
  findOperation?(incoming: Incoming): Operation;
  readOrder(incoming: Incoming): Promise<ImageOrder | DescribeOrder | CheckOrder>;
}
