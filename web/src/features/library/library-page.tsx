import Button from '@mui/material/Button';
import { useDeferredValue, useMemo } from 'react';
import { ClearSearch } from '../../pictures/batches/history-toolbar.tsx';
import { useHistorySearch } from '../../pictures/batches/use-history-search.ts';
import { isSearching } from '../../pictures/batches/filter-batches.ts';
import { useLibrary } from '../../pictures/library/library-query.ts';
import { useRowHeight } from '../../pictures/library/row-height.ts';
import { useStackView } from '../../pictures/checks/stack-view.ts';
import { useToolTitles } from '../../pictures/registered-tools/tools.ts';
import { EmptyState, ErrorState } from '../../ui/notice-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LibraryToolbar } from './library-toolbar.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { arrangeBatches } from './model/arrange-batches.ts';
import { makeChecksFilter } from './model/checks-filter.ts';
import { CHECKS, findShown, makeFilters, SEARCHED } from './model/library-filters.ts';
import { Pictures } from './pictures.tsx';

const SUBTITLE = 'All pictures from the last 3 days';

/** Every picture of the user, from all tools. */
export function LibraryPage() {
  const { batches, hasMore, loadMore, isError, retry } = useLibrary();
  const titleOf = useToolTitles();
  const rowHeight = useRowHeight();
  const filters = useMemo(() => makeFilters(titleOf, batches ?? []), [titleOf, batches]);
  const control = useHistorySearch(SEARCHED);
  const { search } = control;
  const [view, changeView] = useStackView();
  // The slider moves on while stacks are computed.
  const arranged = useDeferredValue(view);
  const { likeness } = arranged;
  const checks = search.values[CHECKS];
  const passesChecks = useMemo(
    () => makeChecksFilter(checks, batches ?? [], likeness),
    [checks, batches, likeness],
  );
  const found = useMemo(
    () => findShown(batches ?? [], search, filters, passesChecks),
    [batches, search, filters, passesChecks],
  );
  const shown = useMemo(() => arrangeBatches(found, arranged), [found, arranged]);
  const hasFilter = isSearching(search);
  return (
    <PageBody isWide>
      <PageHeader title="Library" subtitle={SUBTITLE} />
      {batches && batches.length > 0 && (
        <LibraryToolbar
          batches={batches}
          shown={shown}
          filters={filters}
          control={control}
          view={view}
          onView={changeView}
        />
      )}
      {!batches && !isError && <LoadingRows height={rowHeight} />}
      {!batches && isError && (
        <ErrorState
          title="The Library could not be loaded"
          action={
            <Button variant="outlined" onClick={retry}>
              Try again
            </Button>
          }
        >
          Your pictures are safe. Try again in a moment.
        </ErrorState>
      )}
      {batches?.length === 0 && (
        <EmptyState title="No pictures yet">
          Pictures of all tools appear here for 3 days. Generate some, or upload your own to a tool.
        </EmptyState>
      )}
      {batches && batches.length > 0 && shown.length === 0 && !hasMore && (
        <EmptyState title="No pictures match">
          <ClearSearch control={control} />
        </EmptyState>
      )}
      {batches && (
        <Pictures
          all={batches}
          shown={shown}
          likeness={likeness}
          rowHeight={rowHeight}
          hasMore={hasMore}
          isSearching={hasFilter}
          isError={isError}
          onLoadMore={loadMore}
        />
      )}
    </PageBody>
  );
}
