/** Which batches and pictures the Library shows. The URL keeps the search, as in the histories. */
import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';
import {
  filterBatches,
  type BatchFilter,
  type HistorySearch,
} from '../../../shared/batches/filter-batches.ts';
import type { GetToolTitle } from '../../../shared/tools/tools.ts';
import { showBatch, type ShownBatch } from './list-rows.ts';

export const STARRED = 'starred';

/** Read from the URL only, and set by a button. */
const starredFilter: BatchFilter<LibraryBatch> = {
  name: STARRED,
  label: 'Starred',
  read: ({ pictures }) => (pictures.some(({ isStarred }) => isStarred) ? 'yes' : 'no'),
  describe: (value) => value,
};

const PROVIDERS: Record<string, string> = {
  openai: 'ChatGPT',
  google: 'Gemini',
  stability: 'Stable Diffusion',
  xai: 'Grok',
};

/** Shown as selects. */
export const makeFilters = (
  titleOf: GetToolTitle,
  batches: readonly LibraryBatch[],
): BatchFilter<LibraryBatch>[] => [
  {
    name: 'tool',
    label: 'Tool',
    read: ({ tool }) => tool,
    describe: (value) => titleOf(batches.find(({ tool }) => tool === value)?.tool ?? 'image-generator'),
  },
  {
    name: 'provider',
    label: 'Provider',
    read: ({ provider }) => provider ?? '',
    describe: (value) => (value === '' ? 'None' : (PROVIDERS[value] ?? value)),
  },
  {
    name: 'batch',
    label: 'Batch',
    read: ({ id }) => id,
    describe: (value) => batches.find(({ id }) => id === value)?.name ?? 'Unknown',
  },
];

export const allFilters = (filters: readonly BatchFilter<LibraryBatch>[]): BatchFilter<LibraryBatch>[] => [
  ...filters,
  starredFilter,
];

const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Batches with pictures that match. A batch whose name or prompt matches shows all of its pictures. */
export function findShown(
  batches: readonly LibraryBatch[],
  search: HistorySearch,
  filters: readonly BatchFilter<LibraryBatch>[],
): ShownBatch[] {
  const words = splitWords(search.text);
  const onlyStarred = search.values[STARRED] === 'yes';
  const rest = { ...search, text: '' };
  const readProgress = ({ doneCount, total }: LibraryBatch) => ({ done: doneCount, total });
  const isNarrowed = words.length > 0 || onlyStarred;
  return filterBatches(batches, rest, { readName: ({ name }) => name, readProgress, filters }).flatMap(
    (batch) => {
      const shown = showBatch(
        batch,
        (picture) => (!onlyStarred || picture.isStarred) && matches(words, batch, picture),
      );
      return shown.pictures.length > 0 || !isNarrowed ? [shown] : [];
    },
  );
}

/** Each word may be anywhere. */
function matches(words: readonly string[], { name, prompt }: LibraryBatch, picture: LibraryPicture): boolean {
  if (words.length === 0) return true;
  const { fileName, title = '', keywords = [] } = picture;
  const text = [name, prompt ?? '', fileName, title, ...keywords].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}
