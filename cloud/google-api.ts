/** One request to a Google API, with the rights of whoever runs the program. */
import { z } from 'zod';
import type { GetToken } from './access-token.ts';
import { parseJson } from './parse-json.ts';

/** https://cloud.google.com/apis/design/errors#error_model */
const ErrorSchema = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string(),
    details: z
      .array(
        z.looseObject({
          reason: z.string().optional(),
          metadata: z.record(z.string(), z.string()).optional(),
        }),
      )
      .default([]),
  }),
});

export class GoogleError extends Error {
  /** Of HTTP. */
  readonly code: number;
  /** As in PERMISSION_DENIED. */
  readonly status: string;
  /** As in SERVICE_DISABLED. */
  readonly reason: string | undefined;
  /** What the caller lacks, as in iam.serviceAccounts.create. */
  readonly permission: string | undefined;

  constructor(code: number, text: string) {
    const error = ErrorSchema.safeParse(parseJson(text)).data?.error;
    super(error?.message ?? text.slice(0, 200));
    this.code = code;
    this.status = error?.status ?? '';
    this.reason = error?.details.find(({ reason }) => reason !== undefined)?.reason;
    this.permission =
      error?.details.find(({ metadata }) => metadata?.['permission'])?.metadata?.['permission'] ??
      /\b[a-z]+\.[a-zA-Z]+\.[a-zA-Z]+\b(?=['"]? (?:denied|access|permission))/.exec(this.message)?.[0];
  }

  /** As in "403 PERMISSION_DENIED: …". */
  describe(): string {
    return `${[this.code, this.status].join(' ').trim()}: ${this.message}`;
  }
}

/** The JSON of a successful response. */
export async function readResponse(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new GoogleError(response.status, text);
  return text === '' ? {} : JSON.parse(text);
}

export interface Caller {
  project: string;
  getToken: GetToken;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  url: string;
  body?: unknown;
  timeoutMs: number;
}

export async function sendRequest(
  { project, getToken }: Caller,
  { method, url, body, timeoutMs }: ApiRequest,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${await getToken()}`,
      'content-type': 'application/json',
      // Whoever signed in with the Firebase CLI would otherwise use up the quota of the CLI's own project.
      // https://cloud.google.com/docs/quotas/set-quota-project
      'x-goog-user-project': project,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return readResponse(response);
}
