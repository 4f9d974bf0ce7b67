/** `/control/batches` and `/control/clock`: what a provider does with batches, and when. */
import { z } from 'zod';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { invalid } from '../control/serve-control.ts';
import { isFinal } from './batch.ts';
import type { BatchRunner } from './batch-runner.ts';
import type { BatchStore } from './batch-store.ts';

const ActionSchema = z.discriminatedUnion('do', [
  /** `manual`: batches wait for the actions below. */
  z.strictObject({ do: z.literal('set'), manual: z.boolean() }),
  /** Makes so many more lines of each batch that runs; all without `lines`. */
  z.strictObject({
    do: z.literal('advance'),
    batch: z.string().optional(),
    lines: z.int().nonnegative().optional(),
  }),
  z.strictObject({ do: z.enum(['expire', 'fail', 'cancel']), batch: z.string().optional() }),
]);
const ClockSchema = z.strictObject({ advanceSeconds: z.number().positive() });

export async function controlBatches(
  store: BatchStore,
  runner: BatchRunner,
  { method, url, body }: HttpRequest,
): Promise<Reply | undefined> {
  switch (`${method} ${url.pathname}`) {
    case 'POST /control/batches': {
      const action = ActionSchema.safeParse(parseJson(body));
      if (!action.success) return invalid(action.error);
      if (action.data.do === 'set') {
        runner.isManual = action.data.manual;
      } else await apply(store, runner, action.data);
      return jsonReply(200, { batches: store.all().map(({ id }) => id) });
    }
    case 'DELETE /control/batches':
      store.clear();
      runner.isManual = false;
      return jsonReply(200, {});
    case 'POST /control/clock': {
      const clock = ClockSchema.safeParse(parseJson(body));
      if (!clock.success) return invalid(clock.error);
      store.clock.advance(clock.data.advanceSeconds * 1_000);
      runner.expireOverdue();
      return jsonReply(200, { now: new Date(store.clock.now()).toISOString() });
    }
    default:
      return undefined;
  }
}

async function apply(
  store: BatchStore,
  runner: BatchRunner,
  action: Exclude<z.infer<typeof ActionSchema>, { do: 'set' }>,
): Promise<void> {
  for (const batch of store.all()) {
    const isMeant = action.batch === undefined || action.batch === batch.id || action.batch === batch.label;
    if (!isMeant || isFinal(batch)) continue;
    if (action.do === 'advance') await runner.advance(batch, action.lines ?? Infinity);
    else runner.end(batch, ENDS[action.do]);
  }
}

const ENDS = { expire: 'expired', fail: 'failed', cancel: 'cancelled' } as const;
