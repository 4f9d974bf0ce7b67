import type { Context } from 'hono';

/** Answers 304 if the client already has this version. */
export async function answerVersioned<Answer>(
  context: Context,
  read: (knownVersion: string | undefined) => Promise<{ version: string; answer: Answer } | undefined>,
): Promise<Answer | Response> {
  const known = parseEtag(context.req.header('if-none-match'));
  const found = await read(known);
  context.header('Cache-Control', 'private, no-cache');
  context.header('ETag', `"${found?.version ?? known ?? ''}"`);
  return found ? found.answer : context.body(null, 304);
}

/** Proxies that compress answers make ETags weak. */
export const parseEtag = (etag: string | undefined): string | undefined =>
  /^(?:W\/)?"(.*)"$/.exec(etag ?? '')?.[1];
