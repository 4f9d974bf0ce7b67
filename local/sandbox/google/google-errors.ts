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
      ? googleAnswer({ promptFeedback: { blockReason: reason.slice('block:'.length) } }, 0)
      : googleAnswer({ candidates: [{ content: {}, finishReason: reason, index: 0 }] }, 0),
};

const promptTokens = 12;

export function googleAnswer(content: object, imageTokens: number): Answer {
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
        totalTokenCount: promptTokens + imageTokens,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokens }],
      },
      modelVersion: googleModel,
      responseId: crypto.randomUUID(),
    },
    { 'content-type': 'application/json; charset=UTF-8' },
  );
}
