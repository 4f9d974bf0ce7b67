import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { countOf } from '../../ui/count.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import {
  isSearching,
  listValues,
  STATE_FILTERS,
  STATE_PARAMETER,
  TEXT_PARAMETER,
  type BatchFilter,
} from './filter-batches.ts';
import styles from './history-toolbar.module.css';
import { PictureSizeControl } from './picture-size-control.tsx';
import type { SearchControl } from './use-history-search.ts';

interface Props<Batch> {
  batches: readonly Batch[];
  /** How many of them match. */
  shown: number;
  filters: readonly BatchFilter<Batch>[];
  control: SearchControl;
}

/** Search, filters and picture size of a history. */
export function HistoryToolbar<Batch>({ batches, shown, filters, control }: Props<Batch>) {
  const { search } = control;
  return (
    <>
      <SearchFields label="Search history" batches={batches} filters={filters} control={control}>
        <PictureSizeControl />
      </SearchFields>
      {isSearching(search) && (
        <div className={styles.count}>
          <span role="status">
            {shown} of {countOf(batches.length, 'batch', 'batches')}
          </span>
          {shown > 0 && <ClearSearch control={control} />}
        </div>
      )}
    </>
  );
}

interface FieldsProps<Batch> extends Omit<Props<Batch>, 'shown'> {
  label: string;
  children: ReactNode;
}

export function SearchFields<Batch>({ label, batches, filters, control, children }: FieldsProps<Batch>) {
  const { search, setText, change } = control;
  return (
    <div className={styles.toolbar}>
      <input
        type="search"
        className={styles.search}
        aria-label={label}
        placeholder={label}
        value={search.text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.filters}>
        <FilterSelect
          label="State"
          value={search.state}
          values={Object.entries(STATE_FILTERS)}
          onChoose={(value) => change({ [STATE_PARAMETER]: value })}
        />
        {filters.map((filter) => {
          const { name } = filter;
          const values = listValues(batches, filter, search);
          const value = search.values[name];
          if (values.length < 2 && value === undefined) return undefined;
          return (
            <FilterSelect
              key={name}
              label={filter.label}
              value={value}
              values={values}
              onChoose={(next) => change({ [name]: next })}
            />
          );
        })}
        {children}
      </div>
    </div>
  );
}

export const ClearSearch = ({ control: { search, setText, change } }: { control: SearchControl }) => (
  <Button
    size="small"
    onClick={() => {
      setText('');
      change({
        [TEXT_PARAMETER]: undefined,
        [STATE_PARAMETER]: undefined,
        ...Object.fromEntries(Object.keys(search.values).map((name) => [name, undefined])),
      });
    }}
  >
    Clear
  </Button>
);
