import { createHash } from 'node:crypto';
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

/** For reads that have no version of their own: nothing is sent again if it is the same. */
export const answerByContent = <Answer>(context: Context, answer: Answer): Promise<Answer | Response> =>
  answerVersioned(context, async (known) => {
    const version = createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 40);
    return version === known ? undefined : { version, answer };
  });

/** Proxies that compress answers make ETags weak. */
export const parseEtag = (etag: string | undefined): string | undefined =>
  /^(?:W\/)?"(.*)"$/.exec(etag ?? '')?.[1];
