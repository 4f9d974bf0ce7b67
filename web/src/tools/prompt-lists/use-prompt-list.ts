import { findListNames } from '@portal/contracts/prompt-lists/find-list-names';
import type { ListedPrompt } from '@portal/contracts/generation-request';
import type { PromptProblem } from '@portal/contracts/prompt-lists/prompt-row';
import type { PromptStyle } from '@portal/contracts/prompt-lists/prompt-style';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { collectRows, expandList, findProblems } from './expand-list.ts';
import type { PromptListValue } from './prompt-list-value.ts';
import { promptStylesQuery, usedListsQuery } from './studio-prompts-query.ts';

export interface PromptListState {
  /** One for each picture. Empty if there are too many. */
  readonly prompts: readonly ListedPrompt[];
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
  const names = useMemo(() => {
    const templates = parsed.rows.map(({ template }) => template);
    return [...findListNames(templates, NO_LISTS)].toSorted();
  }, [parsed]);
  const usedLists = useQuery(usedListsQuery(names));
  const studioStyles = useQuery({ ...promptStylesQuery, enabled: list.styles.length > 0 });
  const lists = names.length === 0 ? NO_LISTS : usedLists.data;
  const known = list.styles.length === 0 ? NO_STYLES : studioStyles.data;
  const loadError = (!lists && usedLists.error) || (!known && studioStyles.error) || null;
  const isLoading = (!lists || !known) && !loadError;

  const expansion = useMemo(() => expandList(list, parsed, lists, known), [list, parsed, lists, known]);
  // Shown until the studio's lists have loaded.
  const [last, setLast] = useState(expansion);
  if (!isLoading && last !== expansion) setLast(expansion);
  const { prompts, total, problems } = useMemo(() => {
    if (edited) return { prompts: edited, total: edited.length, problems: findProblems(edited) };
    return isLoading ? last : expansion;
  }, [edited, isLoading, last, expansion]);
  const isExpanding = edited === null && (list !== current || isLoading);
  return {
    prompts,
    total,
    problems,
    isExpanding,
    isReady: !isExpanding && problems.length === 0 && prompts.length > 0,
    loadError,
    retry: () => {
      if (usedLists.error) void usedLists.refetch();
      if (studioStyles.error) void studioStyles.refetch();
    },
  };
}
