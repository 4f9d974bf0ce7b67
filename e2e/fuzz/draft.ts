/** A request while it is made and mutated. */
import type { Route } from './routes.ts';

export interface FormFile {
  name: string;
  type: string;
  bytes: Buffer;
}

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'form'; fields: [name: string, value: string][]; files: FormFile[] };

export interface Draft {
  route: Route;
  /** Who sends it: their answers must not contain what belongs to another user. */
  sender: 'artist' | 'admin' | 'operator' | 'nobody';
  method: string;
  path: string;
  /** Percent-encoded values for the names in braces of the path. */
  segments: Record<string, string>;
  /** The raw query string. */
  query: string;
  headers: Record<string, string>;
  body: Body;
  /** What was changed in a valid request. */
  mutations: string[];
  /** Names what belongs to another user. */
  isForeign?: boolean;
  /** Sent without a usable token. */
  isAnonymous?: boolean;
}

export const fillPath = ({ path, segments, query }: Draft): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => segments[name] ?? braces);
  return query === '' ? filled : `${filled}?${query}`;
};

const toFile = ({ name, type, bytes }: FormFile) => new File([new Uint8Array(bytes)], name, { type });

export function encodeBody(body: Body): string | FormData | undefined {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'json') return JSON.stringify(body.value);
  if (body.kind === 'text') return body.text;
  const form = new FormData();
  for (const [name, value] of body.fields) form.append(name, value);
  for (const file of body.files) form.append('images', toFile(file));
  return form;
}

/** All that the sender has written: what an answer repeats of it is no secret. */
export const listSent = (draft: Draft): string =>
  [
    fillPath(draft),
    ...Object.values(draft.headers),
    draft.body.kind === 'form'
      ? JSON.stringify([draft.body.fields, draft.body.files.map(({ name }) => name)])
      : '',
    draft.body.kind === 'json' ? JSON.stringify(draft.body.value) : '',
    draft.body.kind === 'text' ? draft.body.text : '',
  ].join('\n');
