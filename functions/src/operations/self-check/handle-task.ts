import { TICKETS } from '@portal/contracts/self-check';
import { FieldPath, Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { z } from 'zod';
import { isNotFound } from '../../platform/firestore-errors.ts';
import { CheckTaskSchema } from '../../platform/queues/queues.ts';

/** Handles the tasks of a queue, and those that only prove that it delivers. */
export const handleTask =
  <Schema extends z.ZodType>(
    deps: { firestore: Firestore },
    queue: string,
    schema: Schema,
    work: (task: z.output<Schema>, retryCount: number) => Promise<unknown>,
  ) =>
  async ({ data, retryCount = 0 }: { data: unknown; retryCount?: number }): Promise<void> => {
    const check = CheckTaskSchema.safeParse(data);
    if (check.success) await markArrived(deps.firestore, check.data.selfCheck, queue);
    else await work(schema.parse(data), retryCount);
  };

/** An update, not a write: a task that comes after its ticket was deleted leaves nothing. */
async function markArrived(firestore: Firestore, ticket: string, queue: string): Promise<void> {
  try {
    await firestore.doc(`${TICKETS}/${ticket}`).update(new FieldPath('arrivals', queue), Timestamp.now());
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
