/** Which batches and pictures the Library shows. The URL keeps the search, as in the histories. */
import { isTimeName } from '@portal/contracts/batch-name';
import { describeBatchTitle } from '@portal/contracts/batch-title';
import { findPrompt } from '@portal/contracts/image-generator';
import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';
import {
  filterBatches,
  type BatchFilter,
  type HistorySearch,
} from '../../../pictures/batches/filter-batches.ts';
import { describeExactTime } from '../../../ui/relative-time.tsx';
import { containsWords, splitWords } from '../../../ui/search-words.ts';
import { nameModel, nameProvider } from '@portal/contracts/provider-labels';
import type { GetToolTitle } from '../../../pictures/registered-tools/tools.ts';
import { showBatch, type ShownBatch } from './list-rows.ts';

export const STARRED = 'starred';
export const CHECKS = 'checks';

export type PassesChecks = (batch: LibraryBatch, picture: LibraryPicture) => boolean;

/** Read from the URL. */
export const SEARCHED = ['tool', 'provider', 'batch', STARRED, CHECKS].map((name) => ({ name }));

/** In the URL, of batches without a provider: those of Upscale. */
const NO_PROVIDER = 'none';

/** Shown as selects. */
export function makeFilters(
  titleOf: GetToolTitle,
  batches: readonly LibraryBatch[],
): BatchFilter<LibraryBatch>[] {
  const labels = labelBatches(batches, titleOf);
  return [
    {
      name: 'tool',
      label: 'Tool',
      read: ({ tool }) => tool,
      describe: titleOf,
    },
    {
      name: 'provider',
      label: 'Provider',
      read: ({ provider }) => provider ?? NO_PROVIDER,
      describe: (value) => (value === NO_PROVIDER ? 'No provider (upscaled)' : nameProvider(value)),
    },
    {
      name: 'batch',
      label: 'Batch',
      read: ({ id }) => id,
      describe: (value) => labels.get(value) ?? 'Unknown',
    },
  ];
}

/** By id. What tells batches apart is added only where it is needed. */
function labelBatches(batches: readonly LibraryBatch[], titleOf: GetToolTitle): Map<string, string> {
  const labels = new Map(
    batches.map((batch) => [
      batch.id,
      batch.prompt === null ? `${titleOf(batch.tool)} · ${batch.name}` : describeBatchTitle(batch),
    ]),
  );
  const details: ((batch: LibraryBatch, fromOldest: number) => string | undefined)[] = [
    ({ name, createdAt }) => (isTimeName(name) ? undefined : describeExactTime(createdAt)),
    ({ model, pictures }) => (model === null ? pictures[0]?.fileName : nameModel(model)),
    (_, fromOldest) => String(fromOldest),
  ];
  for (const describe of details)
    for (const [label, same] of Map.groupBy(batches, ({ id }) => labels.get(id)))
      for (const [index, batch] of same.entries()) {
        const detail = same.length > 1 ? describe(batch, same.length - index) : undefined;
        if (detail !== undefined) labels.set(batch.id, `${label} · ${detail}`);
      }
  return labels;
}

/** Batches with pictures that match. A batch whose name matches shows all of its pictures, and so does one whose only
 * prompt does. */
export function findShown(
  batches: readonly LibraryBatch[],
  search: HistorySearch,
  filters: readonly BatchFilter<LibraryBatch>[],
  passesChecks?: PassesChecks,
): ShownBatch[] {
  const words = splitWords(search.text);
  const onlyStarred = search.values[STARRED] === 'yes';
  const rest = { ...search, text: '' };
  const readProgress = ({ doneCount, total }: LibraryBatch) => ({ done: doneCount, total });
  const isNarrowed = words.length > 0 || onlyStarred || passesChecks !== undefined;
  return filterBatches(batches, rest, { readName: ({ name }) => name, readProgress, filters }).flatMap(
    (batch) => {
      const shown = showBatch(
        batch,
        (picture) =>
          (!onlyStarred || picture.isStarred) &&
          (passesChecks?.(batch, picture) ?? true) &&
          matches(words, batch, picture),
      );
      return shown.pictures.length > 0 || !isNarrowed ? [shown] : [];
    },
  );
}

function matches(words: readonly string[], batch: LibraryBatch, picture: LibraryPicture): boolean {
  const prompt = findPrompt(batch, picture.index);
  const { fileName, title = '', keywords = [] } = picture;
  return words.length === 0 || containsWords(words, [batch.name, prompt ?? '', fileName, title, ...keywords]);
}
