/** Types that describe a call once for server, web app and OpenAPI. */
import type { z } from 'zod';
import type { UploadRules } from './uploads.ts';

/** Who may make a call: anyone, everyone with access to the portal, admins, or an operator with a one-time ticket. */
export type Audience = 'public' | 'staff' | 'admin' | 'operator';

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in `/api/admin/users/{uid}`: each name in braces is a key of `params`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly audience: Audience;
  /** Of the path; all others are of the query. */
  readonly params?: Params;
  readonly body?: Body;
  readonly response: Result;
  /** Status on success, if not 200. */
  readonly status?: 202 | 204;
  /** Error statuses with a meaning specific to this call. */
  readonly failures?: readonly number[];
}

/** Keeps literal types. */
export const defineCall = <Params extends z.ZodType, Body extends z.ZodType, Result extends z.ZodType>(
  call: Call<Params, Body, Result>,
): Call<Params, Body, Result> => call;

/** A call that answers with a file. */
export interface FileCall<Params extends z.ZodType = z.ZodType> extends Omit<
  Call<Params>,
  'method' | 'body' | 'response' | 'status'
> {
  /** The content type. */
  readonly produces: string;
  /** JSON that may be returned instead. */
  readonly jsonAlternative?: z.ZodType;
}

export const defineFileCall = <Params extends z.ZodType>(call: FileCall<Params>): FileCall<Params> => call;

/**
 * A call that starts a batch with pictures: as a form (`images`, the options as fields, and optionally `originalFilenames`, a
 * JSON list), or as JSON if the pictures are uploaded already or belong to earlier batches (the options, `folder` and `files`).
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
