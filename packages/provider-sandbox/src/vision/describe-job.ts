import type { ErrorReplies } from '../control/perform-call.ts';
import type { Reply } from '../http/reply.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Prompt } from './parse-prompt.ts';

/** Work that goes on after the reply to its request. */
export interface BackgroundWork {
  accepted: Reply;
  cancelled: AbortSignal;
  start(): void;
  finish(answer: Reply): void;
  fail(code: string): void;
}

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
