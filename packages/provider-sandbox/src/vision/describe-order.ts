import type { ErrorAnswers } from '../control/perform-call.ts';
import type { Answer } from '../http/answer.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Prompt } from './read-wishes.ts';

/** What a request asks about a picture, after every rule of the provider. */
export interface DescribeOrder {
  operation: 'describe';
  prompt: Prompt;
  picture: Buffer;
  /** Nothing when words were asked for. */
  schema: JsonSchema | undefined;
  /** A model that talks has other ways to fail than one that paints. */
  errors: ErrorAnswers;
  /** What a test had the model say is not cut short by a limit. */
  answer: (text: string, isScripted: boolean) => Answer;
}
