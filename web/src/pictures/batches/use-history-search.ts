import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { isOnDialogEntry } from '../../ui/dialog-history.ts';
import { readSearch, TEXT_PARAMETER, type BatchFilter, type HistorySearch } from './filter-batches.ts';

/** Each change of the URL renders the page again. */
const WRITE_AFTER_MS = 300;

/** Parameters by name. Undefined removes one. */
type Changes = Readonly<Record<string, string | undefined>>;

export interface SearchControl {
  /** Its text is what was typed last, which is in the URL a moment later. */
  search: HistorySearch;
  setText: (text: string) => void;
  /** Sets other parameters at once. */
  change: (changes: Changes) => void;
}

/** The search in the URL. It replaces the entry of the browser history, so that Back leaves the page. */
export function useHistorySearch(
  filters: readonly Pick<BatchFilter<never>, 'name'>[] | undefined,
): SearchControl {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const search = useMemo(() => readSearch(parameters, filters), [parameters, filters]);
  const [text, setText] = useState(search.text);
  const [seenText, setSeenText] = useState(search.text);
  const [writtenText, setWrittenText] = useState(search.text);
  if (search.text !== seenText) {
    setSeenText(search.text);
    // By Back or a link. What was written here may be outdated by now.
    if (search.text !== writtenText) setText(search.text);
  }
  const change = (changes: Changes) => {
    const all = { [TEXT_PARAMETER]: text, ...changes };
    setWrittenText(all[TEXT_PARAMETER] ?? '');
    // The router renders a change later. A second one must not undo it.
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(all)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    setParameters(next, { replace: true });
  };
  useEffect(() => {
    if (text === search.text) return undefined;
    const timer = setInterval(() => {
      // This page may stay on screen until the next one has loaded. What is written into a dialog's entry is lost, so it is tried again.
      if (location.pathname === pathname && !isOnDialogEntry()) change({});
    }, WRITE_AFTER_MS);
    return () => clearInterval(timer);
  });
  // Only another search filters the list again.
  return { search: useMemo(() => ({ ...search, text }), [search, text]), setText, change };
}
