/** Cancels the batches and jobs that random requests start: to make all of their pictures would take most of the CPU time. */
import { cancelPipeline } from '@portal/contracts/pipelines';
import { cancelRunningBatch } from '@portal/contracts/running-batches';
import { z } from 'zod';
import type { Account } from '../support/accounts.ts';
import type { Draft } from './draft.ts';
import type { Answer, Request } from './send.ts';

const StartedSchema = z.union([z.object({ batchId: z.string() }), z.object({ pipelineId: z.string() })]);
const ACCEPTED = 202;

/** The request that cancels what this one has started; undefined if it has started nothing. */
export function findCancel(
  { headers }: Draft,
  { status, bytes }: Answer,
  admin: Account,
): Request | undefined {
  if (status !== ACCEPTED) return undefined;
  const started = StartedSchema.safeParse(JSON.parse(bytes.toString())).data;
  if (!started) return undefined;
  // Only owners cancel jobs.
  return 'batchId' in started
    ? cancel(cancelRunningBatch.path, started.batchId, `Bearer ${admin.token}`)
    : cancel(cancelPipeline.path, started.pipelineId, headers['authorization'] ?? '');
}

const cancel = (path: string, id: string, authorization: string): Request => ({
  method: 'POST',
  path: path.replace('{id}', id),
  headers: { authorization },
});
