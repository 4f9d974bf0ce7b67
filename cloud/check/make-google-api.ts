import { z } from 'zod';
import type { GetToken } from '../access-token.ts';
import { sendRequest } from '../google-api.ts';

const TIMEOUT_MS = 20_000;
const MAX_PAGES = 100;

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
  const call: GoogleApi['call'] = async (schema, method, url, body) =>
    schema.parse(await sendRequest({ project, getToken }, { method, url, body, timeoutMs: TIMEOUT_MS }));

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
