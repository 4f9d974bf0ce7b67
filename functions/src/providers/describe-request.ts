import type { OriginalPicture } from './edit-request.ts';

/** Asks a model for JSON with a given schema. */
export interface TextRequest {
  /** The portal's own text: it takes precedence over the request. */
  instructions: string;
  request: string;
  /** JSON Schema that every provider supports: all properties required, no others, no length limits. */
  schema: Record<string, unknown>;
  schemaName: string;
}

/** Asks a model to describe a picture. */
export interface DescribeRequest extends TextRequest {
  picture: Pick<OriginalPicture, 'bytes' | 'contentType'>;
}

/** Large enough to describe a picture; more only costs more. */
export const DESCRIBED_EDGE = 1024;

/** Several times the longest sensible answer, thinking included. */
export const MAX_ANSWER_TOKENS = 8_000;
