import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';

type AnswerFailure = (failure: AppError, request: IncomingMessage, response: ServerResponse) => unknown;

const REQUEST_STARTS = 'http.server.request.start';
const StartedSchema = z.object({ server: z.instanceof(Server) });

/**
 * The function runs inside the platform's Express app (@google-cloud/functions-framework build/src/server.js; locally
 * firebase-tools lib/emulator/functionsEmulatorRuntime.js). That app parses bodies and decodes the path first, and answers
 * failures with an HTML page. It offers no hook: this waits for the first request to learn which app it is, and adds an
 * error handler after all others.
 */
export function answerEarlyFailures(answer: AnswerFailure): void {
  const attach = (message: unknown) => {
    const app = StartedSchema.safeParse(message).data?.server.listeners('request')[0];
    if (!isExpressApp(app)) return;
    unsubscribe(REQUEST_STARTS, attach);
    // Express recognizes an error handler by its four parameters.
    app.use((error: unknown, request: IncomingMessage, response: ServerResponse, next: Next) => {
      if (response.headersSent) next(error);
      else answer(toAppError(error), request, response);
    });
  };
  subscribe(REQUEST_STARTS, attach);
}

type Next = (error: unknown) => void;
type ErrorHandler = (error: unknown, request: IncomingMessage, response: ServerResponse, next: Next) => void;
interface ExpressApp {
  use: (handler: ErrorHandler) => unknown;
}

const isExpressApp = (app: unknown): app is ExpressApp =>
  typeof app === 'function' && 'use' in app && typeof app.use === 'function';

/** An error of body-parser or Express for a bad request. */
const EarlyErrorSchema = z.object({ status: z.int().min(400).max(499), type: z.string().optional() });

function toAppError(error: unknown): AppError {
  const { status, type } = EarlyErrorSchema.safeParse(error).data ?? {};
  if (status === 413) return new AppError('too-large', 'The request is too large.', { cause: error });
  if (status === 415) {
    const message = 'This encoding of the request is not supported.';
    return new AppError('unsupported-media-type', message, { cause: error });
  }
  if (status !== undefined) {
    // body-parser accepts only objects and lists as JSON.
    const isBody = type === 'entity.parse.failed';
    return new AppError('bad-request', 'The request cannot be read.', {
      cause: error,
      ...(isBody && { details: [{ path: '', message: 'Send a JSON object.' }] }),
    });
  }
  return new AppError('internal', String(error), {
    cause: error,
    userMessage: 'Something went wrong on our side.',
  });
}
