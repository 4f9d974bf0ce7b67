import type { OriginalPicture } from './edit-request.ts';

/** What a model is to say of a picture, in JSON of a shape that is given. */
export interface DescribeRequest {
  picture: Pick<OriginalPicture, 'bytes' | 'contentType'>;
  /** Of the studio: they stand above whatever the request holds. */
  instructions: string;
  request: string;
  /** JSON Schema, of which every provider has enough: all properties required, no others, no limits of length. */
  schema: Record<string, unknown>;
  schemaName: string;
}

/** Details that matter for words are seen at this size; more only costs more. */
export const SEEN_EDGE = 1024;

/** Several times what the longest sensible answer takes, with what a model thinks before it. */
export const MOST_ANSWER_TOKENS = 8_000;
