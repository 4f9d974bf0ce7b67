import type { ErrorAnswers } from '../control/perform-call.ts';
import { jsonAnswer, type Answer } from '../http/answer.ts';

const service = 'generativelanguage.googleapis.com';
export const googleModel = 'gemini-nano-banana-2.1';

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

export const googleErrors: ErrorAnswers = {
  // No Retry-After header: the delay is in the body.
  rateLimited: (seconds) =>
    googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [
          {
            quotaMetric: `${service}/generate_requests_per_model`,
            quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
            quotaDimensions: { location: 'global', model: googleModel },
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
  refused: (reason = 'IMAGE_SAFETY') =>
    reason.startsWith('block:')
      ? googleAnswer({ promptFeedback: { blockReason: reason.slice('block:'.length) } }, 0, 0)
      : googleAnswer({ candidates: [{ content: {}, finishReason: reason, index: 0 }] }, 0, 0),
};

const textTokens = 12;
const tokensOfAnInputImage = 1_120;
const thoughtsOfAnEdit = 240;

/** `inputImages`: how many were uploaded; `imageTokens`: what the images that were made are charged as. */
export function googleAnswer(content: object, inputImages: number, imageTokens: number): Answer {
  const inputTokens = inputImages * tokensOfAnInputImage;
  const promptTokens = textTokens + inputTokens;
  const thoughts = inputImages > 0 && imageTokens > 0 ? thoughtsOfAnEdit : 0;
  return jsonAnswer(
    200,
    {
      ...content,
      usageMetadata: {
        promptTokenCount: promptTokens,
        ...(imageTokens > 0
          ? {
              candidatesTokenCount: imageTokens,
              candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: imageTokens }],
            }
          : {}),
        ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
        totalTokenCount: promptTokens + imageTokens + thoughts,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: textTokens },
          ...(inputImages > 0 ? [{ modality: 'IMAGE', tokenCount: inputTokens }] : []),
        ],
      },
      modelVersion: googleModel,
      responseId: crypto.randomUUID(),
    },
    { 'content-type': 'application/json; charset=UTF-8' },
  );
}
