import { randomUUID } from 'node:crypto';
import type { ErrorReplies } from '../control/perform-call.ts';
import { jsonReply, type Reply } from '../http/reply.ts';

interface ErrorBody {
  message: string;
  type: string;
  param?: string | null;
  code?: string | null;
}

export function openAiHeaders(): Record<string, string> {
  return { 'x-request-id': `req_${randomUUID().replaceAll('-', '')}`, 'openai-version': '2020-10-01' };
}

export function openAiError(status: number, body: ErrorBody, headers: Record<string, string> = {}): Reply {
  const error = {
    message: body.message,
    type: body.type,
    param: body.param ?? null,
    code: body.code ?? null,
  };
  return jsonReply(status, { error }, { ...openAiHeaders(), ...headers });
}

export function invalidRequest(message: string, param: string | null, code: string): Reply {
  return openAiError(400, { message, type: 'invalid_request_error', param, code });
}

export function unknownModel(name: string): Reply {
  return openAiError(404, {
    message: `The model \`${name}\` does not exist or you have no access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  });
}

/** `unit` is what the limit counts per minute; `type` is the error type. */
export const makeOpenAiErrors = (unit: string, type: string): ErrorReplies => ({
  rateLimited: (seconds) =>
    openAiError(
      429,
      {
        message: `Rate limit reached for ${unit} per minute. Try again in ${seconds}s.`,
        type,
        code: 'rate_limit_exceeded',
      },
      {
        'retry-after': String(Math.ceil(seconds)),
        'retry-after-ms': String(Math.round(seconds * 1_000)),
        'x-ratelimit-limit-requests': '500',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': `${seconds}s`,
      },
    ),
  failed: (status) =>
    openAiError(status, { message: 'The server failed to process this request.', type: 'server_error' }),
  keyRejected(key, reason) {
    if (reason === 'no-credit') {
      const message = 'You exceeded your current quota, please check your plan and billing details.';
      return openAiError(429, { message, type: 'insufficient_quota', code: 'insufficient_quota' });
    }
    if (reason === 'unverified') {
      const message = 'Your organization must be verified to use the model. Please go to the settings.';
      return openAiError(403, { message, type: 'invalid_request_error' });
    }
    return openAiError(401, {
      message: `Incorrect API key provided: ${key.slice(0, 4)}***.`,
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    });
  },
  refused: (reason = 'violence') =>
    openAiError(400, {
      message: `The safety system rejected this request. safety_violations=[${reason}].`,
      type: 'image_generation_user_error',
      code: 'moderation_blocked',
    }),
});

export const openAiErrors = makeOpenAiErrors('images', 'input-images');
