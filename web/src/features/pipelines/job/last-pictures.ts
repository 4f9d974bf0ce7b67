import type { ToolName } from '@portal/contracts/batches';
import { generatorCalls } from '@portal/contracts/image-generator';
import { getKeywordBatch, keywordOriginals } from '@portal/contracts/keyword-generator';
import type { Pipeline, PipelineBatch } from '@portal/contracts/pipelines';
import { stylizerCalls } from '@portal/contracts/stylizer';
import { upscaleCalls } from '@portal/contracts/upscale';
import { call } from '../../../client/api/client.ts';
import { summarizeStages } from '../../../tools/pipelines/describe-pipeline.ts';
import { listResults } from '../../../pictures/send-to/list-results.ts';
import type { SentPicture } from '../../../pictures/send-to/sent-pictures.ts';

/** Of the tools that make images. A job has no other stages but the Keyword Generator and a check. */
const IMAGE_CALLS: Partial<Record<ToolName, Parameters<typeof listResults>[0]>> = {
  'image-generator': generatorCalls,
  upscale: upscaleCalls,
  stylizer: stylizerCalls,
};

/** The batches of the last stage that has made something. */
export function findLastStage(job: Pick<Pipeline, 'stages' | 'batches' | 'total'>) {
  return summarizeStages(job).findLast(({ tool, doneCount }) => tool !== 'check' && doneCount > 0);
}

/** The finished pictures of the last stage, with all that the stages before have made of them. */
export async function listLastPictures(job: Pipeline): Promise<SentPicture[]> {
  const batches = findLastStage(job)?.batches.filter(({ doneCount }) => doneCount > 0) ?? [];
  return (await Promise.all(batches.map((batch) => listPictures(batch, job.name)))).flat();
}

async function listPictures({ tool, batchId }: PipelineBatch, jobName: string): Promise<SentPicture[]> {
  const calls = IMAGE_CALLS[tool];
  if (calls) return listResults(calls, tool, { id: batchId, name: jobName });
  const { batch } = await call(getKeywordBatch, { params: { id: batchId } });
  return batch.results
    .filter(({ status }) => status === 'completed')
    .map(({ index, fileName }) => ({
      from: { batchId, index, kind: 'original' },
      fileName,
      thumbnailUrl: keywordOriginals.originalThumbnail.path
        .replace('{id}', batchId)
        .replace('{index}', String(index)),
      tool,
      batchName: batch.name,
    }));
}
