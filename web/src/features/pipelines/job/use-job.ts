import { isActive, type BatchFacts } from '@portal/contracts/batches';
import type { Pipeline } from '@portal/contracts/pipelines';
import { useMemo } from 'react';
import { arrangeSideBySide, type SideBySide } from './side-by-side.ts';
import { useJobImages, withChecks, type JobImages } from './use-job-images.ts';
import { useGeneratorBatches, useToolBatches } from './use-tool-batches.ts';

export interface JobPictures extends SideBySide {
  images: JobImages;
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

/** A job's pictures, from the histories of the tools that work on them. */
export function useJobPictures(job: Pipeline): JobPictures {
  const optionsOf = (tool: (typeof job.batches)[number]['tool']) => {
    const own = job.batches.filter((batch) => batch.tool === tool);
    return { isActive: own.some(({ status }) => isActive(status)), isNeeded: own.length > 0 };
  };
  const generated = useGeneratorBatches(optionsOf('image-generator'));
  const upscaled = useToolBatches<BatchFacts>('upscale', optionsOf('upscale')).batches;
  const stylized = useToolBatches<BatchFacts>('stylizer', optionsOf('stylizer')).batches;
  const described = useToolBatches<BatchFacts>('keyword-generator', optionsOf('keyword-generator')).batches;
  const { batches } = generated;
  const sideBySide = useMemo(() => {
    const later = [...(upscaled ?? []), ...(stylized ?? []), ...(described ?? [])];
    return arrangeSideBySide(job, {
      generated: new Map(batches?.map((batch) => [batch.id, batch])),
      later: new Map(later.map((batch) => [batch.id, batch])),
    });
  }, [job, batches, upscaled, stylized, described]);
  const images = useJobImages(job, sideBySide);
  const view = useMemo(() => withChecks(sideBySide, images), [sideBySide, images]);
  const { isPending, error, retry } = generated;
  return { ...view, images, isPending: isPending && job.batches.length > 0, error, retry };
}
