import type { Pipeline } from '@portal/contracts/pipelines';
import { useMemo } from 'react';
import { makePicturePath } from '../job/picture-path.ts';
import { useGeneratorBatches } from '../job/use-tool-batches.ts';

const MAX_THUMBNAILS = 6;

export interface JobThumbnail {
  path: string;
  placeholder: string | undefined;
}

/** The first pictures of each job, from the history of the generator. */
export function useJobThumbnails(
  jobs: readonly Pipeline[] | undefined,
): (job: Pick<Pipeline, 'batches'>) => readonly JobThumbnail[] {
  const isActive = jobs?.some(({ state }) => state === 'running') ?? false;
  const { batches } = useGeneratorBatches({
    isActive,
    isNeeded: jobs?.some((job) => job.batches.length > 0),
  });
  const byId = useMemo(() => new Map(batches?.map((batch) => [batch.id, batch])), [batches]);
  return (job) =>
    job.batches
      .filter(({ tool }) => tool === 'image-generator')
      .flatMap(({ batchId }) => {
        const batch = byId.get(batchId);
        const urls = batch?.filesDeleted === false ? batch.generatedImages : [];
        return urls.slice(0, MAX_THUMBNAILS).map((url) => ({
          path: makePicturePath(url).thumbnail,
          placeholder: batch?.placeholders?.[makePicturePath(url).index],
        }));
      })
      .slice(0, MAX_THUMBNAILS);
}
