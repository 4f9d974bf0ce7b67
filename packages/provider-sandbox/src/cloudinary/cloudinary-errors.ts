import type { ErrorReplies } from '../control/perform-call.ts';
import { jsonReply, textReply, RejectedRequest, type Reply } from '../http/reply.ts';

export function cloudinaryError(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Reply {
  return jsonReply(status, { error: { message } }, { 'x-cld-error': message, ...headers });
}

export function rejectRequest(status: number, message: string): never {
  throw new RejectedRequest(cloudinaryError(status, message));
}

/** Delivery errors have no JSON body: the reason is in a header. */
export function deliveryError(status: number, message: string): Reply {
  return textReply(status, '', { 'x-cld-error': message });
}

const secondsPerMs = 1_000;

export const cloudinaryErrors: ErrorReplies = {
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

/** A transformation that is invalid, or that this image does not support. */
export class BadTransformation extends Error {
  override name = 'BadTransformation';
}
