/** The cost of calls in a month, of the studio and of one person. */
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
  /** Dollars that work at half price would have cost more now. */
  saved: z.number(),
  /** Dollars; null for no limit. */
  budget: z.number().nullable(),
  /** Highest first. `estimated`: what the charged work was estimated at; as much as it cost if that was not recorded yet. */
  byTool: z.array(z.object({ tool: ToolNameSchema, dollars: z.number(), estimated: z.number() })),
  /** Highest first. `email` is null if the account is deleted. */
  byPerson: z.array(z.object({ uid: z.string(), email: z.string().nullable(), dollars: z.number() })),
  /** In UTC, oldest first, without days that cost nothing. What earlier versions have counted is in no day. */
  byDay: z.array(z.object({ day: z.iso.date(), dollars: z.number() })).max(31),
});
export type Spend = z.infer<typeof SpendSchema>;

export const getSpend = defineCall({
  method: 'GET',
  path: '/api/admin/spend/{month}',
  summary: "A month's cost by tool and by person, against the budget.",
  audience: 'admin',
  params: z.object({ month: MonthSchema }),
  response: SpendSchema,
});

export const SpendRoomSchema = z.object({
  /** The current month, in UTC. */
  month: MonthSchema,
  /** The caller's own limit, in dollars; null for no limit. `reserved`: the maximum cost of calls in progress. */
  person: z.object({ limit: z.number(), spent: z.number(), reserved: z.number() }).nullable(),
  /**
   * The studio's budget; null for no limit. Only what is left of it: a batch that it does not cover is refused with this amount. What
   * the studio may spend and has spent is for admins.
   */
  studio: z.object({ left: z.number(), reserved: z.number() }).nullable(),
});
export type SpendRoom = z.infer<typeof SpendRoomSchema>;

export const getSpendRoom = defineCall({
  method: 'GET',
  path: '/api/spend/room',
  summary: 'What the caller may still spend this month, as of a few seconds ago.',
  audience: 'staff',
  response: SpendRoomSchema,
});

const SavingsSchema = z.object({
  /** The current month, in UTC. */
  month: MonthSchema,
  dollars: z.number(),
});
export type Savings = z.infer<typeof SavingsSchema>;

export const getSavings = defineCall({
  method: 'GET',
  path: '/api/spend/savings',
  summary: 'What the caller has saved this month by work at half price, as of a few seconds ago.',
  audience: 'staff',
  response: SavingsSchema,
});
