import { describeDuration } from '@portal/contracts/describe-duration';
import type { LibraryBatch } from '@portal/contracts/library';
import Button from '@mui/material/Button';
import { ArrowDownWideNarrow, Star } from 'lucide-react';
import { isSearching, type BatchFilter } from '../../pictures/batches/filter-batches.ts';
import { ClearSearch, SearchFields } from '../../pictures/batches/history-toolbar.tsx';
import type { SearchControl } from '../../pictures/batches/use-history-search.ts';
import { describeStacks } from '../../pictures/checks/describe-stacks.ts';
import { StackControls } from '../../pictures/checks/stack-controls.tsx';
import type { StackView } from '../../pictures/checks/stack-view.ts';
import { PictureSizeControl } from '../../pictures/batches/picture-size-control.tsx';
import { countOf, formatCount } from '../../ui/count.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { PRESSED } from '../../ui/pressed-style.ts';
import { useNow } from '../../ui/use-now.ts';
import { CHECKS_FILTERS, isUnchecked } from './model/checks-filter.ts';
import { CHECKS, STARRED } from './model/library-filters.ts';
import type { ShownBatch } from './model/list-rows.ts';
import styles from './library.module.css';

interface Props {
  batches: readonly LibraryBatch[];
  shown: readonly ShownBatch[];
  filters: readonly BatchFilter<LibraryBatch>[];
  control: SearchControl;
  view: StackView;
  onView: (changes: Partial<StackView>) => void;
}

/** Search, filters and the size of pictures. */
export function LibraryToolbar(props: Props) {
  const { batches, shown, filters, control, view, onView } = props;
  const { search, change } = control;
  const isOnlyStarred = search.values[STARRED] === 'yes';
  const checks = search.values[CHECKS];
  const unchecked = batches.flatMap(({ pictures }) => pictures).filter(isUnchecked).length;
  const hasChecks = batches.some(({ pictures }) => pictures.some((picture) => !isUnchecked(picture)));
  const count = shown.reduce((sum, { pictures }) => sum + pictures.length, 0);
  const found = `${countOf(count, 'picture')}${isSearching(search) ? ' found' : ''}`;
  return (
    <>
      <SearchFields label="Search pictures" batches={batches} filters={filters} control={control}>
        {(hasChecks || checks !== undefined) && (
          <FilterSelect
            label="Checks"
            value={checks}
            values={CHECKS_FILTERS}
            onChoose={(value) => change({ [CHECKS]: value })}
          />
        )}
        <Button
          size="small"
          variant="outlined"
          color={isOnlyStarred ? 'primary' : 'inherit'}
          aria-pressed={isOnlyStarred}
          startIcon={<Star aria-hidden size={16} fill={isOnlyStarred ? 'currentColor' : 'none'} />}
          onClick={() => change({ [STARRED]: isOnlyStarred ? undefined : 'yes' })}
          sx={PRESSED}
        >
          Starred
        </Button>
      </SearchFields>
      <div className={styles['toolbarLine']}>
        <span role="status">
          {view.isStacked && hasChecks
            ? describeStacks(
                found,
                shown.flatMap(({ stacks = [] }) => stacks),
              )
            : found}
        </span>
        {unchecked > 0 && (view.isStacked || checks !== undefined) && (
          <span className={styles['batchFacts']}>{formatCount(unchecked)} not checked</span>
        )}
        <Stars batches={batches} />
        {isSearching(search) && <ClearSearch control={control} />}
        {hasChecks && <StackControls view={view} onChange={onView} />}
        {hasChecks && (
          <Button
            size="small"
            variant="outlined"
            aria-pressed={view.isSharpestFirst}
            startIcon={<ArrowDownWideNarrow aria-hidden size={16} />}
            onClick={() => onView({ isSharpestFirst: !view.isSharpestFirst })}
            sx={PRESSED}
          >
            Sharpest first
          </Button>
        )}
        <PictureSizeControl />
      </div>
    </>
  );
}

/** A star does not keep a picture. */
function Stars({ batches }: { batches: readonly LibraryBatch[] }) {
  const now = useNow(60_000);
  const starred = batches.filter(({ pictures }) => pictures.some(({ isStarred }) => isStarred));
  if (starred.length === 0) return undefined;
  const count = starred.reduce(
    (sum, { pictures }) => sum + pictures.filter(({ isStarred }) => isStarred).length,
    0,
  );
  const first = Math.min(...starred.map(({ expiresAt }) => Date.parse(expiresAt)));
  const expiring = starred.length > 1 ? 'first expiring' : 'expiring';
  return (
    <span className={styles['batchFacts']}>
      {formatCount(count)} starred, {expiring} in {describeDuration(first - now)}
    </span>
  );
}
