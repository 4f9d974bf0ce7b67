import { generatorCalls } from '@portal/contracts/image-generator';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/client.ts';
import { imagesKey } from '../../../pictures/batches/images-key.ts';
import type { SideBySide } from './side-by-side.ts';

/** Names, sizes and checks of a batch's pictures; read again when there are more, and when they were checked. */
export const imagesQuery = (view: Pick<SideBySide, 'rows' | 'checked'>, batchId: string) =>
  queryOptions({
    queryKey: [
      ...imagesKey(batchId, countMade(view, batchId)),
      ...(view.checked.has(batchId) ? ['checked'] : []),
    ],
    queryFn: async () => (await call(generatorCalls.images, { params: { id: batchId } })).images,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const countMade = ({ rows }: Pick<SideBySide, 'rows'>, batchId: string): number =>
  rows.flatMap(({ cells }) => cells).filter((cell) => cell.batchId === batchId && cell.url !== undefined)
    .length;
