import type { ErrorReplies } from '../control/perform-call.ts';
import type { BackgroundWork } from '../control/perform-in-background.ts';
import type { Reply } from '../http/reply.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Prompt } from './parse-prompt.ts';

/** A valid question about a picture. */
export interface DescribeJob {
  operation: 'describe';
  prompt: Prompt;
  picture: Buffer;
  /** Undefined for a plain text answer. */
  schema: JsonSchema | undefined;
  /** Text models have other errors than image models. */
  errors: ErrorReplies;
  /** A scripted text is not truncated by the token limit. */
  answer: (text: string, isScripted: boolean) => Reply;
  /** Starts it in the background, if the request asks for that. */
  openBackground?: () => BackgroundWork;
}
