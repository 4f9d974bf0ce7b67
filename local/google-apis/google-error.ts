import { z } from 'zod';

/** An error in the format of Google's JSON APIs: https://cloud.google.com/apis/design/errors#http_mapping */
export class GoogleError extends Error {
  readonly code: number;
  readonly status: string;

  constructor(code: number, status: string, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }

  toBody() {
    return { error: { code: this.code, message: this.message, status: this.status } };
  }
}

/** Small, so that clients must follow `nextPageToken`. */
const PAGE_SIZE = 5;
const PARAMETERS = new Set(['pageSize', 'pageToken', 'filter']);
const ListSchema = z.record(z.string(), z.array(z.unknown()));

/** One page of a list such as `{jobs: […]}`. An empty list is left out, as Google's APIs leave out empty fields. */
export function readPage(query: URLSearchParams, list: unknown): object {
  const unknown = [...query.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined)
    throw new GoogleError(400, 'INVALID_ARGUMENT', `Unknown name "${unknown}": Cannot bind query parameter.`);
  const start = Number(query.get('pageToken') ?? 0);
  if (!Number.isInteger(start)) throw new GoogleError(400, 'INVALID_ARGUMENT', 'The page token is invalid.');
  const [[name, all] = ['', []]] = Object.entries(ListSchema.parse(list));
  const page = all.slice(start, start + PAGE_SIZE);
  const next = start + PAGE_SIZE;
  return {
    ...(page.length > 0 && { [name]: page }),
    ...(next < all.length && { nextPageToken: String(next) }),
  };
}
