/** What a person has entered, and suggestions that are paid for and not added yet. */
import {
  MarketSchema,
  SuggestionSchema,
  type SuggestionRequest,
  type Suggestions,
} from '@portal/contracts/prompt-suggestions';
import { toOneLine } from '@portal/contracts/to-one-line';
import { z } from 'zod';
import { readDraft, readStored, writeDraft, writeIfPossible } from '../../client/browser-storage.ts';

export type Wishes = Omit<SuggestionRequest, 'known'>;

const DEFAULT_WISHES: Wishes = { theme: '', market: 'stock', count: 50, must: [], mustNot: [] };

const WishesSchema = z.object({
  theme: z.string().catch(DEFAULT_WISHES.theme),
  market: MarketSchema.catch(DEFAULT_WISHES.market),
  count: z.number().int().catch(DEFAULT_WISHES.count),
  must: z.array(z.string()).catch([]),
  mustNot: z.array(z.string()).catch([]),
});

const wishesName = (userId: string): string => `portal:suggestion-wishes:${userId}`;

export const readWishes = (userId: string): Wishes =>
  readDraft(wishesName(userId), WishesSchema) ?? DEFAULT_WISHES;

export const writeWishes = (userId: string, wishes: Wishes): void => writeDraft(wishesName(userId), wishes);

const RowSchema = z.object({
  prompt: z.string(),
  difference: SuggestionSchema.shape.difference,
  isChosen: z.boolean(),
});
export type SuggestionRow = z.infer<typeof RowSchema>;

const PaidSchema = z.object({
  rows: z.array(RowSchema).min(1),
  requested: z.number(),
  leftOut: z.number(),
  cost: z.number(),
});
export type PaidSuggestions = z.infer<typeof PaidSchema>;

const paidName = (userId: string): string => `portal:suggestions:${userId}`;

/** Of this tab. */
export const readPaid = (userId: string): PaidSuggestions | undefined =>
  readStored(sessionStorage, paidName(userId), PaidSchema);

/** Undefined once they are added or discarded. */
export const writePaid = (userId: string, paid: PaidSuggestions | undefined): void =>
  writeIfPossible(sessionStorage, paidName(userId), paid ?? null);

export const toPaid = ({ suggestions, leftOut, cost }: Suggestions, requested: number): PaidSuggestions => ({
  rows: suggestions.map((suggestion) => ({ ...suggestion, isChosen: true })),
  requested,
  leftOut,
  cost,
});

/** Those to add, each on one line. */
export const listChosen = (rows: readonly SuggestionRow[]): string[] =>
  rows
    .filter(({ isChosen }) => isChosen)
    .map(({ prompt }) => toOneLine(prompt))
    .filter((prompt) => prompt !== '');
