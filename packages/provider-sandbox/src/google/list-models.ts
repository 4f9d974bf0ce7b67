import { z } from 'zod';
import { jsonAnswer, TurnedDown } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import type { CheckOrder } from '../images/image-wire.ts';
import { invalidArgument } from './google-errors.ts';
import { textModels } from './read-describe-order.ts';
import { imageModel } from './read-image-order.ts';

const usualPage = 50;
const mostOnAPage = 1_000;

/** `key`: where it does not come as a header. */
const QuerySchema = z.strictObject({
  pageSize: z.coerce.number().int().min(0).default(usualPage),
  key: z.string().optional(),
});

/** The list of models: free, so it is how one learns whether a key works. */
export function readListOrder({ url }: Incoming): CheckOrder {
  const query = QuerySchema.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) throw new TurnedDown(invalidArgument(z.prettifyError(query.error), ''));
  const { pageSize } = query.data;
  const names = [imageModel, ...textModels];
  const count = Math.min(mostOnAPage, pageSize === 0 ? usualPage : pageSize);
  return {
    operation: 'check',
    answer: jsonAnswer(
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
