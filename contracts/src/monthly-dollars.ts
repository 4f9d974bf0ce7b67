import { z } from 'zod';

const MAX_MONTHLY_DOLLARS = 1_000_000;
const MESSAGE = `Enter an amount from $0 to $${MAX_MONTHLY_DOLLARS.toLocaleString('en-US')}`;

/** A limit of a month's spend: the studio's budget, or a person's limit. */
export const MonthlyDollarsSchema = z
  .number({ error: MESSAGE })
  .min(0, MESSAGE)
  .max(MAX_MONTHLY_DOLLARS, MESSAGE);
