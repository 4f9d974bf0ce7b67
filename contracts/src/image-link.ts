import { z } from 'zod';

/** For an image that is too large for a response of the API: a link that needs no token, for half an hour at least. */
export const ImageLinkSchema = z.object({ url: z.url(), bytes: z.number().int() });
export type ImageLink = z.infer<typeof ImageLinkSchema>;
