import type { ErrorReplies } from '../control/perform-call.ts';
import { jsonReply, type Reply } from '../http/reply.ts';

const service = 'generativelanguage.googleapis.com';

export function googleError(code: number, status: string, message: string, details?: object[]): Reply {
  return jsonReply(
    code,
    { error: { code, message, status, ...(details ? { details } : {}) } },
    { 'content-type': 'application/json; charset=UTF-8' },
  );
}

export function invalidArgument(message: string, field: string): Reply {
  return googleError(400, 'INVALID_ARGUMENT', message, [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ ...(field === '' ? {} : { field }), description: message }],
    },
  ]);
}

/** The names of google.rpc codes. */
const failures: Record<number, string> = { 500: 'INTERNAL', 503: 'UNAVAILABLE', 504: 'DEADLINE_EXCEEDED' };

/** `refusal` is the default finish reason of a refused request. */
export const makeGoogleErrors = (model: string, refusal: string): ErrorReplies => ({
  // The delay is in the body; there is no Retry-After header.
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
  // This service answers 400, not 401.
  keyRejected: (_key, reason) =>
    reason === 'no-credit'
      ? googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [
              {
                quotaMetric: `${service}/generate_requests_per_model_per_day`,
                quotaId: 'GenerateRequestsPerDayPerProjectPerModel',
                quotaDimensions: { location: 'global', model },
              },
            ],
          },
        ])
      : googleError(400, 'INVALID_ARGUMENT', 'API key not valid.', [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'API_KEY_INVALID',
            domain: 'googleapis.com',
            metadata: { service },
          },
        ]),
  // `setting:personGeneration` is how the service refuses a value in some regions and by some models.
  refused: (reason = refusal) =>
    reason.startsWith('setting:')
      ? googleError(
          400,
          'INVALID_ARGUMENT',
          `allow_adult for ${reason.slice('setting:'.length)} is currently not supported.`,
        )
      : googleReply(
          model,
          reason.startsWith('block:')
            ? { promptFeedback: { blockReason: reason.slice('block:'.length) } }
            : { candidates: [{ content: {}, finishReason: reason, index: 0 }] },
          { text: REFUSED_PROMPT_TOKENS },
        ),
});

const REFUSED_PROMPT_TOKENS = 12;

/** Charged tokens. */
export interface GoogleUsage {
  text: number;
  images?: number;
  output?: { modality: 'IMAGE' | 'TEXT'; tokens: number };
  thoughts?: number;
}

export function googleReply(
  model: string,
  content: object,
  { text, images = 0, output, thoughts = 0 }: GoogleUsage,
): Reply {
  const tokens = output?.tokens ?? 0;
  return jsonReply(
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
