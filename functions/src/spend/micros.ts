/** Amounts in whole millionths of a dollar, so that sums are exact. Dollars are used only in the API and the settings. */
import { z } from 'zod';

const MICROS_PER_DOLLAR = 1_000_000;

/**
 * An amount in a document. Older documents have dollars, which are recognized by their fraction. They expire within three
 * days, as batches do.
 */
export const MicrosSchema = z
  .number()
  .transform((amount) => (Number.isInteger(amount) ? amount : Math.round(amount * MICROS_PER_DOLLAR)))
  .brand<'Micros'>();
export type Micros = z.infer<typeof MicrosSchema>;

/** An amount in the metadata of a file. */
export const MicrosTextSchema = z.coerce.number().pipe(MicrosSchema);

const brand = (amount: number): Micros => MicrosSchema.parse(amount);

export const NO_MICROS = brand(0);

export const toMicros = (dollars: number): Micros => brand(Math.round(dollars * MICROS_PER_DOLLAR));

/** Rounds up: the result must not be less than the true amount. */
export const toMicrosAtLeast = (dollars: number): Micros =>
  // The product can be off by a binary fraction.
  brand(Math.ceil(Number((dollars * MICROS_PER_DOLLAR).toFixed(3))));

export const toDollars = (micros: Micros): number => micros / MICROS_PER_DOLLAR;

export const sumMicros = (...amounts: readonly Micros[]): Micros =>
  brand(amounts.reduce<number>((sum, amount) => sum + amount, 0));

export const negateMicros = (amount: Micros): Micros => brand(0 - amount);
