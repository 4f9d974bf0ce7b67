/** Finds the shortest request with the same fault. */
import type { Draft } from './draft.ts';
import { findFault, type Judge } from './judge.ts';
import { encode, type Send } from './send.ts';

const MAX_SENT = 100;

const without = <Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));

/** Each leaves out one part, or half of a long text. */
function listShorter(draft: Draft): Draft[] {
  const { headers, query, body } = draft;
  return [
    ...(query === '' ? [] : [{ ...draft, query: '' }]),
    ...Object.keys(headers).map((name) => ({ ...draft, headers: without(headers, name) })),
    ...listShorterBodies(body).map((shorter) => ({ ...draft, body: shorter })),
  ];
}

function listShorterBodies(body: Draft['body']): Draft['body'][] {
  if (body.kind === 'text')
    return body.text.length < 2 ? [] : [{ kind: 'text', text: body.text.slice(0, body.text.length >> 1) }];
  if (body.kind === 'json') return listShorterValues(body.value).map((value) => ({ kind: 'json', value }));
  if (body.kind === 'none') return [];
  return [
    ...body.fields.map((_, index) => ({ ...body, fields: body.fields.toSpliced(index, 1) })),
    ...body.files.slice(0, 3).map((_, index) => ({ ...body, files: body.files.toSpliced(index, 1) })),
  ];
}

function listShorterValues(value: unknown): unknown[] {
  if (typeof value === 'string') return value.length < 20 ? [] : [value.slice(0, value.length >> 1)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const half = value.length > 1 ? [value.slice(0, value.length >> 1)] : [];
    return [
      ...half,
      ...value
        .slice(0, 3)
        .flatMap((each, index) => listShorterValues(each).map((shorter) => value.with(index, shorter))),
    ];
  }
  const entries = Object.entries(value);
  return entries.flatMap(([name, inner], index) => [
    Object.fromEntries(entries.toSpliced(index, 1)),
    ...listShorterValues(inner).map((shorter) => Object.fromEntries(entries.with(index, [name, shorter]))),
  ]);
}

export async function shorten(judge: Judge, send: Send, draft: Draft, fault: string): Promise<Draft> {
  // It would be about something else.
  if (draft.isForeign) return draft;
  let [shortest, sent] = [draft, 0];
  let shorter = listShorter(shortest);
  for (let next = shorter.shift(); next && sent < MAX_SENT; next = shorter.shift()) {
    sent += 1;
    const answer = await send(await encode(next));
    if ('failure' in answer || findFault(judge, next, answer) !== fault) continue;
    shortest = next;
    shorter = listShorter(shortest);
  }
  return shortest;
}
