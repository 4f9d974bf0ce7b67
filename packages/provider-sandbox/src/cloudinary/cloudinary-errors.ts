import type { ErrorAnswers } from '../control/perform-call.ts';
import { jsonAnswer, textAnswer, TurnedDown, type Answer } from '../http/answer.ts';

export function cloudinaryError(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer(status, { error: { message } }, { 'x-cld-error': message, ...headers });
}

export function turnDown(status: number, message: string): never {
  throw new TurnedDown(cloudinaryError(status, message));
}

/** Delivery answers no JSON: the reason is in a header. */
export function deliveryError(status: number, message: string): Answer {
  return textAnswer(status, '', { 'x-cld-error': message });
}

const secondsPerMs = 1_000;

export const cloudinaryErrors: ErrorAnswers = {
  rateLimited: (seconds) =>
    cloudinaryError(420, 'Rate Limit Exceeded. Limit of calls per hour.', {
      'x-featureratelimit-limit': '500',
      'x-featureratelimit-remaining': '0',
      'x-featureratelimit-reset': new Date(Date.now() + seconds * secondsPerMs).toUTCString(),
    }),
  failed: (status) => cloudinaryError(status, 'General Error'),
  keyRejected: (key) => cloudinaryError(401, `Unknown API key ${key}`),
  refused: () => cloudinaryError(400, 'Invalid image file'),
};
