import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import type { StylizerBatch } from '@portal/contracts/stylizer';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import { useQuery } from '@tanstack/react-query';
import { generator } from '../../features/image-generator/batches/generator.ts';
import { keywords } from '../../features/keyword-generator/batches/keywords.ts';
import { stylizer } from '../../features/stylizer/batches/stylizer.ts';
import { labelPreset } from '../../features/stylizer/batches/label-preset.ts';
import { upscaler } from '../../features/upscale/batches/upscaler.ts';
import type { BatchTool, HistoryBatch } from '../../shared/batches/batch-tool.ts';
import { findEndState, type EndState } from '../../shared/batches/end-state.ts';
import { findTool, type ToolId } from '../../shared/tools.ts';

export interface Place {
  title: string;
  path: string;
  /** Of a batch only. */
  batch?: { note: string; endState: EndState | undefined; createdAt: string };
}

const MAX_RECENT = 5;
const MAX_FOUND = 50;

/** All batches of all tools, newest first. */
export function useBatchPlaces(): Place[] {
  return [
    ...useToolPlaces<GenerationBatch>('bulk-image-generator', generator, ({ prompt }) => prompt),
    ...useToolPlaces<UpscaleBatch>('upscale-enhancement', upscaler, ({ scale }) => `Upscale, ${scale}x`),
    ...useToolPlaces<KeywordBatch>(
      'keyword-generator',
      keywords,
      ({ images }) => `Keywords, ${countImages(images)}`,
    ),
    ...useToolPlaces<StylizerBatch>('stylizer', stylizer, ({ preset }) => `Stylizer, ${labelPreset(preset)}`),
  ].toSorted((one, other) => compareText(other.batch?.createdAt, one.batch?.createdAt));
}

function useToolPlaces<Batch extends HistoryBatch>(
  id: ToolId,
  { batchesQuery, readName, readProgress }: BatchTool<Batch>,
  note: (batch: Batch) => string,
): Place[] {
  const { data: batches = [] } = useQuery({ ...batchesQuery, refetchInterval: false });
  const { path } = findTool(id);
  return batches.map((batch) => ({
    title: readName(batch),
    path: `${path}#batch-${batch.id}`,
    batch: {
      note: note(batch),
      endState: findEndState(batch, readProgress(batch)),
      createdAt: batch.createdAt,
    },
  }));
}

/** Places that have each word of the search; of batches the newest few until something is typed. */
export function findPlaces(places: readonly Place[], search: string): Place[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = places.filter(({ title, batch }) => {
    const text = `${title} ${batch?.note ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const pages = found.filter(({ batch }) => !batch);
  const batches = found.filter(({ batch }) => batch);
  return [...pages, ...batches.slice(0, words.length === 0 ? MAX_RECENT : MAX_FOUND)];
}

const compareText = (one = '', other = ''): number => one.localeCompare(other);

const countImages = ({ length }: readonly string[]): string =>
  `${length} ${length === 1 ? 'image' : 'images'}`;
