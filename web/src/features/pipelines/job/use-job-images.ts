import type { BatchImage } from '@portal/contracts/batch-calls';
import { isActive } from '@portal/contracts/batches';
import type { Pipeline } from '@portal/contracts/pipelines';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countMade, imagesQuery } from './images-query.ts';
import type { SideBySide } from './side-by-side.ts';

export type JobImages = ReadonlyMap<string, BatchImage>;

/** Of the batches that have ended, by key of the cell: while one runs, its list would be read again for each picture. */
export function useJobImages({ batches }: Pick<Pipeline, 'batches'>, view: SideBySide): JobImages {
  const made = useMemo(
    () =>
      batches
        .filter(({ tool, status }) => tool === 'image-generator' && !isActive(status))
        .filter(({ batchId }) => countMade(view, batchId) > 0),
    [batches, view],
  );
  const lists = useQueries({
    queries: made.map(({ batchId }) => ({
      ...imagesQuery(view, batchId),
      select: (images: BatchImage[]) => ({ batchId, images }),
    })),
    combine: listData,
  });
  return useMemo(
    () =>
      new Map(
        lists.flatMap(
          (list) => list?.images.map((image) => [`${list.batchId}/${image.index}`, image] as const) ?? [],
        ),
      ),
    [lists],
  );
}

/** The same list as long as no data has changed. */
const listData = <Data>(results: readonly { data: Data | undefined }[]): (Data | undefined)[] =>
  results.map(({ data }) => data);

export const withChecks = (view: SideBySide, images: JobImages): SideBySide =>
  images.size === 0
    ? view
    : {
        ...view,
        rows: view.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, checks: images.get(cell.key)?.checks })),
        })),
      };
