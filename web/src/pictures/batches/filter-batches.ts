/** Which batches a history shows. The search is kept in the URL, so that a reload and Back restore it. */
import type { BatchFacts } from '@portal/contracts/batches';
import { containsWords, splitWords } from '../../ui/search-words.ts';
import type { Progress } from './describe-progress.ts';
import { END_STATES, findEndState, type EndState } from './end-state.ts';

/** A property of a tool's batches that the history can be filtered by, such as their model. */
export interface BatchFilter<Batch> {
  /** Its name in the URL. */
  name: string;
  label: string;
  read: (batch: Batch) => string;
  describe: (value: string) => string;
}

/** The part of a tool that the search needs. */
export interface Searched<Batch> {
  readName: (batch: Batch) => string;
  readTexts?: ((batch: Batch) => readonly string[]) | undefined;
  readProgress: (batch: Batch) => Progress;
  filters?: readonly BatchFilter<Batch>[] | undefined;
}

export type StateFilter = EndState | 'running';

export const STATE_FILTERS: Record<StateFilter, string> = {
  running: 'Running',
  done: END_STATES.done.word,
  'partly-done': END_STATES['partly-done'].word,
  cancelled: END_STATES.cancelled.word,
  failed: END_STATES.failed.word,
};

const isState = (value: string | null): value is StateFilter => value !== null && value in STATE_FILTERS;

export interface HistorySearch {
  text: string;
  /** Undefined: all. */
  state: StateFilter | undefined;
  /** By the name of the tool's filter. A filter that is missing shows all. */
  values: Readonly<Record<string, string>>;
}

export const TEXT_PARAMETER = 'q';
export const STATE_PARAMETER = 'state';

export function readSearch(
  parameters: URLSearchParams,
  filters: readonly Pick<BatchFilter<never>, 'name'>[] = [],
): HistorySearch {
  const state = parameters.get(STATE_PARAMETER);
  return {
    text: parameters.get(TEXT_PARAMETER) ?? '',
    state: isState(state) ? state : undefined,
    values: Object.fromEntries(
      filters.flatMap(({ name }) => {
        const value = parameters.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}

export const isSearching = ({ text, state, values }: HistorySearch): boolean =>
  splitWords(text).length > 0 || state !== undefined || Object.keys(values).length > 0;

/** Batches that contain every word and pass every filter. The list itself if all do. */
export function filterBatches<Batch extends Pick<BatchFacts, 'status' | 'cancelledAt'>>(
  batches: readonly Batch[],
  search: HistorySearch,
  tool: Searched<Batch>,
): readonly Batch[] {
  if (!isSearching(search)) return batches;
  const words = splitWords(search.text);
  const filters = (tool.filters ?? []).filter(({ name }) => name in search.values);
  return batches.filter((batch) => {
    if (search.state !== undefined && search.state !== findState(batch, tool)) return false;
    if (filters.some(({ name, read }) => read(batch) !== search.values[name])) return false;
    return (
      words.length === 0 || containsWords(words, [tool.readName(batch), ...(tool.readTexts?.(batch) ?? [])])
    );
  });
}

const findState = <Batch extends Pick<BatchFacts, 'status' | 'cancelledAt'>>(
  batch: Batch,
  { readProgress }: Searched<Batch>,
): StateFilter => findEndState(batch, readProgress(batch)) ?? 'running';

/** The values to choose from, in the order of their labels. */
export function listValues<Batch>(
  batches: readonly Batch[],
  { name, read, describe }: BatchFilter<Batch>,
  { values }: HistorySearch,
): [value: string, label: string][] {
  const chosen = values[name];
  const all = new Set([...batches.map(read), ...(chosen === undefined ? [] : [chosen])]);
  return [...all]
    .map((value): [string, string] => [value, describe(value)])
    .toSorted(([, one], [, other]) => one.localeCompare(other));
}
