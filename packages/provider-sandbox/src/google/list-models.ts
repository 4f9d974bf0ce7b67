import { z } from 'zod';
import { jsonReply, RejectedRequest } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { CheckJob } from '../images/provider-api.ts';
import { invalidArgument } from './google-errors.ts';
import { textModels } from './read-describe-job.ts';
import { imageModel } from './read-image-job.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1_000;

/** `key` is an alternative to the header. */
const QuerySchema = z.strictObject({
  pageSize: z.coerce.number().int().min(0).default(DEFAULT_PAGE_SIZE),
  key: z.string().optional(),
});

/** The list of models. It is free, so clients use it to check a key. */
export function listModels({ url }: HttpRequest): CheckJob {
  const query = QuerySchema.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) throw new RejectedRequest(invalidArgument(z.prettifyError(query.error), ''));
  const { pageSize } = query.data;
  const names = [imageModel, ...textModels];
  const count = Math.min(MAX_PAGE_SIZE, pageSize === 0 ? DEFAULT_PAGE_SIZE : pageSize);
  return {
    operation: 'check',
    answer: jsonReply(
      200,
      {
        models: names.slice(0, count).map((name) => ({
          name: `models/${name}`,
          version: '001',
          displayName: name,
          supportedGenerationMethods: ['generateContent'],
        })),
        ...(count < names.length && { nextPageToken: 'the rest' }),
      },
      { 'content-type': 'application/json; charset=UTF-8' },
    ),
  };
}
