/** What the studio's calls cost in a month. */
import { z } from 'zod';
import { ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { MonthSchema } from './ids.ts';

const SpendSchema = z.object({
  month: MonthSchema,
  /** Dollars spent, in all. */
  dollars: z.number(),
  /** Dollars set aside for calls in progress: the most that they can cost. */
  reserved: z.number(),
  /** Dollars; null when there is no limit. */
  budget: z.number().nullable(),
  /** The dearest first. */
  byTool: z.array(z.object({ tool: ToolNameSchema, dollars: z.number() })),
  /** The dearest first. `email` is null of an account that is gone. */
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
