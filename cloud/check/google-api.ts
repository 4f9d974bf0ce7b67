import { z } from 'zod';
import type { GetToken } from '../access-token.ts';

const TIMEOUT_MS = 20_000;
const MAX_PAGES = 100;

const ErrorSchema = z.object({ error: z.object({ status: z.string().default(''), message: z.string() }) });

/** https://cloud.google.com/apis/design/errors#http_mapping */
export class GoogleApiError extends Error {
  readonly httpStatus: number;
  /** As in `PERMISSION_DENIED`. */
  readonly status: string;

  constructor(httpStatus: number, status: string, message: string) {
    super(`${httpStatus} ${status}: ${message}`);
    this.httpStatus = httpStatus;
    this.status = status;
  }
}

export interface GoogleApi {
  call<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<z.output<Schema>>;
  /** All pages of a list. `name` is that of the field with the entries. */
  list<Schema extends z.ZodType>(schema: Schema, name: string, url: string): Promise<z.output<Schema>[]>;
}

/** Calls Google's APIs as the person or service account that runs the check. */
export function makeGoogleApi(getToken: GetToken, project: string): GoogleApi {
  const call: GoogleApi['call'] = async (schema, method, url, body) => {
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${await getToken()}`,
        // Some APIs refuse a person's credentials without a project that pays for the quota.
        // https://cloud.google.com/docs/authentication/troubleshoot-adc#user-creds-client-based
        'x-goog-user-project': project,
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return schema.parse(await readResponse(answer));
  };

  return {
    call,
    async list(schema, name, url) {
      const PageSchema = z.looseObject({ nextPageToken: z.string().optional() });
      const found: z.output<typeof schema>[] = [];
      let token: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const address = new URL(url);
        if (token !== undefined) address.searchParams.set('pageToken', token);
        const answer = await call(PageSchema, 'GET', address.href);
        found.push(...z.array(schema).parse(answer[name] ?? []));
        token = answer.nextPageToken;
        if (token === undefined || token === '') return found;
      }
      throw new Error(`${url} has more than ${MAX_PAGES} pages.`);
    },
  };
}

/** The JSON of a successful response. */
export async function readResponse(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (answer.ok) return text === '' ? {} : JSON.parse(text);
  const { data } = ErrorSchema.safeParse(parseJson(text));
  throw new GoogleApiError(
    answer.status,
    data?.error.status ?? '',
    data?.error.message ?? text.slice(0, 200),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
