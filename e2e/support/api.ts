import { config } from '../config.ts';
import type { Account } from './accounts.ts';

interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** Calls the API through Hosting, as this account or without a token. */
export async function callApi(
  method: string,
  path: string,
  options: {
    as?: Pick<Account, 'token'>;
    body?: unknown;
    /** Sent instead of a body. */
    form?: FormData;
    headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const answer = await fetch(new URL(path, config.portalUrl), {
    method,
    headers: {
      ...(options.as && { authorization: `Bearer ${options.as.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.form && { body: options.form }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
}
