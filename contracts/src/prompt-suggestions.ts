/** Prompts that a text model of the studio's provider suggests for a list. Nothing is made of them until a person starts a job. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { MAX_PROMPT_LENGTH } from './generation-request.ts';
import { WordsSchema } from './keyword-generator.ts';
import { PictureProviderSchema } from './studio-settings.ts';
import { toOneLine } from './to-one-line.ts';

export const MIN_SUGGESTIONS = 10;
export const MAX_SUGGESTIONS = 200;
export const MAX_THEME_LENGTH = 500;
export const MAX_DIFFERENCE_LENGTH = 120;
/** A request has at most a megabyte. */
export const MAX_KNOWN_PROMPTS = 500;

export const MarketSchema = z.enum(['stock', 'social', 'print']);
export type Market = z.infer<typeof MarketSchema>;

const COUNT_MESSAGE = `Enter a number from ${MIN_SUGGESTIONS} to ${MAX_SUGGESTIONS}`;

export const SuggestionRequestSchema = z.strictObject({
  theme: z
    .string({ error: 'Enter a theme' })
    .overwrite(toOneLine)
    .min(1, 'Enter a theme')
    .max(MAX_THEME_LENGTH, `Themes have at most ${MAX_THEME_LENGTH} characters`),
  market: MarketSchema,
  count: z.int(COUNT_MESSAGE).min(MIN_SUGGESTIONS, COUNT_MESSAGE).max(MAX_SUGGESTIONS, COUNT_MESSAGE),
  /** In every prompt. */
  must: WordsSchema.default([]),
  /** In no prompt. */
  mustNot: WordsSchema.default([]),
  /** Prompts that the list has: no suggestion is like one of them. */
  known: z.array(z.string().max(MAX_PROMPT_LENGTH)).max(MAX_KNOWN_PROMPTS).default([]),
});
export type SuggestionRequest = z.output<typeof SuggestionRequestSchema>;

export const SuggestionSchema = z.object({
  prompt: z.string().min(1).max(MAX_PROMPT_LENGTH),
  /** What sets it apart from the others, in a few words. */
  difference: z.string().max(MAX_DIFFERENCE_LENGTH),
});
export type Suggestion = z.infer<typeof SuggestionSchema>;

export const SuggestionsSchema = z.object({
  suggestions: z.array(SuggestionSchema).max(MAX_SUGGESTIONS),
  /** How many were left out: like another one, or with a word that no prompt may have. */
  leftOut: z.int(),
  /** Dollars. */
  cost: z.number(),
});
export type Suggestions = z.infer<typeof SuggestionsSchema>;

export const suggestPrompts = defineCall({
  method: 'POST',
  path: '/api/prompt-suggestions',
  summary:
    'Asks a text model for distinct prompts, and charges the caller. 409 says why there are none. The same Idempotency-Key returns the same prompts, or 429 while they are written.',
  audience: 'staff',
  body: SuggestionRequestSchema,
  response: SuggestionsSchema,
  failures: [409],
});

export const getSuggestionPrice = defineCall({
  method: 'GET',
  path: '/api/prompt-suggestions/price',
  summary: 'The approximate cost of one suggested prompt.',
  audience: 'staff',
  /** Dollars. */
  response: z.object({ price: z.number(), provider: PictureProviderSchema }),
});
