import type { ErrorAnswers } from '../control/perform-call.ts';
import { jsonAnswer, type Answer } from '../http/answer.ts';

const service = 'generativelanguage.googleapis.com';

export function googleError(code: number, status: string, message: string, details?: object[]): Answer {
  return jsonAnswer(
    code,
    { error: { code, message, status, ...(details ? { details } : {}) } },
    { 'content-type': 'application/json; charset=UTF-8' },
  );
}

export function invalidArgument(message: string, field: string): Answer {
  return googleError(400, 'INVALID_ARGUMENT', message, [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ ...(field === '' ? {} : { field }), description: message }],
    },
  ]);
}

/** Codes of failures, as google.rpc names them. */
const failures: Record<number, string> = { 500: 'INTERNAL', 503: 'UNAVAILABLE', 504: 'DEADLINE_EXCEEDED' };

/** `refusal`: why that model stops, unless a test says otherwise. */
export const makeGoogleErrors = (model: string, refusal: string): ErrorAnswers => ({
  // No Retry-After header: the delay is in the body.
  rateLimited: (seconds) =>
    googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [
          {
            quotaMetric: `${service}/generate_requests_per_model`,
            quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
            quotaDimensions: { location: 'global', model },
          },
        ],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
    ]),
  failed: (status) => googleError(status, failures[status] ?? 'INTERNAL', 'An internal error has occurred.'),
  // 400, not 401: that is how this service says it.
  keyRejected: () =>
    googleError(400, 'INVALID_ARGUMENT', 'API key not valid.', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service },
      },
    ]),
  refused: (reason = refusal) =>
    googleAnswer(
      model,
      reason.startsWith('block:')
        ? { promptFeedback: { blockReason: reason.slice('block:'.length) } }
        : { candidates: [{ content: {}, finishReason: reason, index: 0 }] },
      { text: tokensOfARefusedPrompt },
    ),
});

const tokensOfARefusedPrompt = 12;

/** What is charged, in tokens. */
export interface GoogleUsage {
  text: number;
  images?: number;
  /** What came out, and as what. */
  output?: { modality: 'IMAGE' | 'TEXT'; tokens: number };
  thoughts?: number;
}

export function googleAnswer(
  model: string,
  content: object,
  { text, images = 0, output, thoughts = 0 }: GoogleUsage,
): Answer {
  const tokens = output?.tokens ?? 0;
  return jsonAnswer(
    200,
    {
      ...content,
      usageMetadata: {
        promptTokenCount: text + images,
        ...(output && tokens > 0
          ? {
              candidatesTokenCount: tokens,
              candidatesTokensDetails: [{ modality: output.modality, tokenCount: tokens }],
            }
          : {}),
        ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
        totalTokenCount: text + images + tokens + thoughts,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: text },
          ...(images > 0 ? [{ modality: 'IMAGE', tokenCount: images }] : []),
        ],
      },
      modelVersion: model,
      responseId: crypto.randomUUID(),
    },
    { 'content-type': 'application/json; charset=UTF-8' },
  );
}
