import { expandPrompts, type PromptMode } from '@portal/contracts/prompt-lists/expand-prompts';
import { findListNames } from '@portal/contracts/prompt-lists/find-list-names';
import { parseLines } from '@portal/contracts/prompt-lists/parse-lines';
import {
  findPromptProblem,
  MAX_PIPELINE_PICTURES,
  type PipelinePrompt,
} from '@portal/contracts/prompt-lists/pipeline-prompt';
import { limitRows, type ParsedRows, type PromptProblem } from '@portal/contracts/prompt-lists/prompt-row';
import type { PromptStyle } from '@portal/contracts/prompt-lists/prompt-style';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { countOf } from '../ui/count.ts';
import type { PromptListValue } from './prompt-list-value.ts';
import { promptStylesQuery, usedListsQuery } from './studio-prompts-query.ts';

export interface PromptListState {
  /** One for each picture. Empty if there are too many. */
  readonly prompts: readonly PipelinePrompt[];
  /** Pictures, also if there are too many. */
  readonly total: number;
  readonly problems: readonly PromptProblem[];
  /** While the prompts are those of an earlier text, or the studio's lists are loading. */
  readonly isExpanding: boolean;
  /** The prompts can be started. */
  readonly isReady: boolean;
  /** The studio's lists or styles that did not load. */
  readonly loadError: Error | null;
  readonly retry: () => void;
}

const NO_LISTS: ReadonlyMap<string, readonly string[]> = new Map();
const NO_STYLES: readonly PromptStyle[] = [];

/** Expands a list without holding up the keyboard: the prompts follow the text a moment later. */
export function usePromptList(value: PromptListValue): PromptListState {
  const { edited } = value;
  const { text, files, mode, sampleCount, sampleSeed, styles } = value;
  const current = useMemo(
    () => ({ text, files, mode, sampleCount, sampleSeed, styles }),
    [text, files, mode, sampleCount, sampleSeed, styles],
  );
  const list = useDeferredValue(current);

  const parsed = useMemo(() => collectRows(list), [list]);
  const names = useMemo(
    () =>
      [
        ...findListNames(
          parsed.rows.map(({ template }) => template),
          NO_LISTS,
        ),
      ].toSorted(),
    [parsed],
  );
  const usedLists = useQuery(usedListsQuery(names));
  const lists = names.length === 0 ? NO_LISTS : (usedLists.data ?? undefined);
  const studioStyles = useQuery({ ...promptStylesQuery, enabled: list.styles.length > 0 });
  const knownStyles = list.styles.length === 0 ? NO_STYLES : studioStyles.data;

  const expansion = useMemo(
    () => expand(list, parsed, lists, knownStyles),
    [list, parsed, lists, knownStyles],
  );
  const { prompts, total, problems } = useMemo(
    () => (edited ? { prompts: edited, total: edited.length, problems: findProblems(edited) } : expansion),
    [edited, expansion],
  );
  const loadError = usedLists.error ?? studioStyles.error;
  const isLoading = (names.length > 0 && usedLists.isPlaceholderData) || !lists || !knownStyles;
  const isExpanding = edited === null && (list !== current || (isLoading && !loadError));
  return {
    prompts,
    total,
    problems,
    isExpanding,
    isReady: !isExpanding && problems.length === 0 && prompts.length > 0 && (edited !== null || !loadError),
    loadError,
    retry: () => {
      if (usedLists.error) void usedLists.refetch();
      if (studioStyles.error) void studioStyles.refetch();
    },
  };
}

type ListInput = Omit<PromptListValue, 'edited'>;

/** All prompts of the text and the files, before wildcards. */
export const collectRows = ({ text, files }: Pick<ListInput, 'text' | 'files'>): ParsedRows =>
  limitRows({
    rows: [...parseLines(text), ...files.flatMap(({ rows }) => rows)],
    problems: files.flatMap(({ problems }) => problems),
  });

function expand(
  list: ListInput,
  { rows, problems }: ParsedRows,
  lists: ReadonlyMap<string, readonly string[]> | undefined,
  known: readonly PromptStyle[] | undefined,
) {
  if (!lists || !known) return { prompts: [], total: 0, problems: [] };
  const styles = list.styles.flatMap((name) => known.find((style) => style.name === name) ?? []);
  const lost = list.styles.filter((name) => !styles.some((style) => style.name === name));
  const expansion = expandPrompts({ rows, lists, styles, mode: toMode(list) });
  return {
    ...expansion,
    problems: [
      ...problems,
      ...expansion.problems,
      ...lost.map((name) => ({ message: `The style “${name}” was deleted. Remove it.` })),
    ],
  };
}

const toMode = ({ mode, sampleCount, sampleSeed }: ListInput): PromptMode =>
  mode === 'combine' ? { kind: mode } : { kind: mode, count: sampleCount, seed: sampleSeed };

/** The rows say what is wrong with each. */
export function findProblems(prompts: readonly PipelinePrompt[]): PromptProblem[] {
  const faulty = prompts.filter((prompt) => findPromptProblem(prompt) !== undefined).length;
  return [
    ...(faulty === 0
      ? []
      : [{ message: `${countOf(faulty, 'prompt')} cannot be used. Edit or remove them.` }]),
    ...(prompts.length <= MAX_PIPELINE_PICTURES ? [] : [{ message: 'A job has at most 1,000 pictures.' }]),
  ];
}
