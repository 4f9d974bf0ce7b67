/** The cost of the studio's calls in a month. */
import { z } from 'zod';
import { ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { MonthSchema } from './ids.ts';

const SpendSchema = z.object({
  month: MonthSchema,
  /** Dollars spent in total. */
  dollars: z.number(),
  /** Dollars reserved for calls in progress: their maximum cost. */
  reserved: z.number(),
  /** Dollars; null for no limit. */
  budget: z.number().nullable(),
  /** Highest first. */
  byTool: z.array(z.object({ tool: ToolNameSchema, dollars: z.number() })),
  /** Highest first. `email` is null if the account is deleted. */
  byPerson: z.array(z.object({ uid: z.string(), email: z.string().nullable(), dollars: z.number() })),
});
export type Spend = z.infer<typeof SpendSchema>;

export const getSpend = defineCall({
  method: 'GET',
  path: '/api/admin/spend/{month}',
  summary: "A month's cost by tool and by person, against the budget.",
  audience: 'admin',
  params: z.object({ month: MonthSchema }),
  answer: SpendSchema,
});
