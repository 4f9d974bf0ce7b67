/** Characters that agencies accept, by name, so that a profile is plain data. */
import { z } from 'zod';

export const CharacterSetSchema = z.enum(['any', 'letters', 'ascii']);
export type CharacterSet = z.infer<typeof CharacterSetSchema>;

interface Rejected {
  /** Except commas, see `allowsCommas` of the title. */
  readonly title: RegExp;
  readonly keyword: RegExp;
}

/** A comma would separate keywords in every CSV. */
export const REJECTED: Readonly<Record<CharacterSet, Rejected>> = {
  any: { title: /[\r\n\t]/gu, keyword: /[,;\r\n\t]/gu },
  letters: {
    title: /[^\p{L}\p{Mn}\p{Mc}\p{N} ,.'’–—-]|\ufe0f/gu,
    keyword: /[^\p{L}\p{Mn}\p{Mc}\p{N} .'’–—-]|\ufe0f/gu,
  },
  ascii: { title: /[^A-Za-z0-9 ,.'():;!?&-]/gu, keyword: /[^A-Za-z0-9 .'&-]/gu },
};
