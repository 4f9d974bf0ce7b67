/** How a call of the API is described, once, for the server, the web app and the OpenAPI description. */
import type { z } from 'zod';
import type { UploadRules } from './uploads.ts';

/** Who may make a call: anyone, whoever may use the portal, or admins. */
export type Audience = 'public' | 'staff' | 'admin';

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in `/api/admin/users/{uid}`: each name in braces is a key of `params`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly audience: Audience;
  readonly params?: Params;
  readonly body?: Body;
  readonly answer: Answer;
  /** Of success; 200 unless it is named. */
  readonly status?: 202 | 204;
  /** Statuses beside 2xx that have a meaning of their own here. */
  readonly failures?: readonly number[];
}

/** Keeps the literal types of a description. */
export const defineCall = <Params extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Params, Body, Answer>,
): Call<Params, Body, Answer> => call;

/** A call that answers with a file. */
export interface FileCall<Params extends z.ZodType = z.ZodType> extends Omit<
  Call<Params>,
  'method' | 'body' | 'answer' | 'status'
> {
  /** The content type. */
  readonly produces: string;
  /** JSON that may come in the file's place. */
  readonly instead?: z.ZodType;
}

export const defineFileCall = <Params extends z.ZodType>(call: FileCall<Params>): FileCall<Params> => call;

/**
 * A call that starts a batch with pictures: as multipart (`images`, the options as fields beside them, and if need be
 * `originalFilenames`, a JSON list), or, when they lie in Cloud Storage already, as JSON (the options beside `folder` and
 * `files`).
 */
export interface UploadCall<Options extends z.ZodObject = z.ZodObject> {
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly options: Options;
  readonly rules: UploadRules;
}

export const defineUploadCall = <Options extends z.ZodObject>(
  call: UploadCall<Options>,
): UploadCall<Options> => call;
