/** What people see of their batches in the API, once all have ended. */
import { KeywordBatchSchema, keywordCalls } from '@portal/contracts/keyword-generator';
import { z } from 'zod';
import type { Account } from '../support/accounts.ts';
import { fetchFile } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { oneCaseOfEach, type ToolBatch } from '../support/tool-cases.ts';
import { readReserved, readSpent } from '../support/spend-documents.ts';
import type { Batch } from './find-differences.ts';

const EPSILON = 1e-6;
const KeywordListSchema = z.object({ batches: z.array(KeywordBatchSchema) });

/** Returns the differences, and how many results were read. */
export async function checkResults(
  as: Account,
  batches: readonly Batch[],
): Promise<{ differences: string[]; read: number }> {
  const differences: string[] = [];
  let cost = 0;
  let read = 0;
  for (const { tool, makesNoImages, waitForBatches } of Object.values(oneCaseOfEach)) {
    const ours = batches.filter((batch) => batch.tool === tool);
    const ids = ours.map(({ id }) => id);
    const shown = ids.length === 0 ? [] : await waitForBatches(as, ids);
    cost += shown.reduce((sum, batch) => sum + batch.cost, 0);
    differences.push(...shown.flatMap((batch, at) => compareCounts(batch, ours[at])));
    for (const path of shown.flatMap(({ images }) => images)) {
      const { status, bytes } = await fetchFile(as, path);
      read += 1;
      if (status !== 200 || bytes.length === 0)
        differences.push(`${path} was answered with ${status} and ${bytes.length} bytes.`);
    }
    if (makesNoImages) differences.push(...(await findMissingTexts(as)));
  }
  const spent = await readSpent(as);
  if (Math.abs(spent - cost) > EPSILON)
    differences.push(`${as.email} has spent $${spent}, but the batches cost $${cost}.`);
  const reserved = await readReserved(as);
  if (reserved !== 0) differences.push(`$${reserved} of ${as.email} are still reserved.`);
  return { differences, read };
}

function compareCounts(batch: ToolBatch, known: Batch | undefined): string[] {
  const count = (state: string) => known?.items.filter((item) => item.state === state).length;
  const { id, done, images, failedCount, uncertainCount, cancelledCount, status } = batch;
  const made = count('done');
  const isRight =
    done === made &&
    images.length === made &&
    failedCount === count('failed') &&
    uncertainCount === count('uncertain') &&
    cancelledCount === count('cancelled') &&
    status === (done > 0 ? 'completed' : 'failed');
  return isRight
    ? []
    : [
        `Batch ${id} is ${status}, with ${done} done (${images.length} URLs), ${failedCount} failed, ${uncertainCount} uncertain and ${cancelledCount} cancelled. Its items say otherwise.`,
      ];
}

async function findMissingTexts(as: Account): Promise<string[]> {
  const { batches } = KeywordListSchema.parse((await callApi('GET', keywordCalls.list.path, { as })).body);
  return batches.flatMap(({ id, results }) =>
    results.flatMap(({ status, keywords }) =>
      status === 'completed' && keywords.length === 0 ? `A picture of ${id} has no keywords.` : [],
    ),
  );
}
