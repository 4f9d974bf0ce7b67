import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { DEFAULT_ORDERS, type Sort, type View } from './arrange-users.ts';

interface Props {
  view: View;
  onSort: (order: Pick<View, 'sort' | 'order'>) => void;
}

const COLUMNS: readonly (readonly { sort: Sort; title: string }[])[] = [
  [
    { sort: 'email', title: 'Email' },
    { sort: 'name', title: 'Name' },
  ],
  [{ sort: 'role', title: 'Role' }],
  [{ sort: 'status', title: 'Status' }],
  [
    { sort: 'spent', title: 'Spent' },
    { sort: 'limit', title: 'Limit' },
  ],
  [{ sort: 'active', title: 'Last active' }],
];

/** Headings that sort. A second click reverses the order. */
export const TableHead = ({ view, onSort }: Props) => (
  <thead>
    <tr aria-rowindex={1}>
      {COLUMNS.map((sorts) => (
        <th
          key={sorts[0]?.sort}
          scope="col"
          aria-sort={sorts.some(({ sort }) => sort === view.sort) ? ARIA_SORT[view.order] : undefined}
        >
          <Box sx={HEADINGS}>
            {sorts.map(({ sort, title }) => {
              const isSorted = sort === view.sort;
              const opposite = view.order === 'asc' ? 'desc' : 'asc';
              return (
                <ButtonBase
                  key={sort}
                  sx={HEADING}
                  data-sorted={isSorted}
                  onClick={() => onSort({ sort, order: isSorted ? opposite : DEFAULT_ORDERS[sort] })}
                >
                  {title}
                  {isSorted && (view.order === 'asc' ? ASCENDING : DESCENDING)}
                </ButtonBase>
              );
            })}
          </Box>
        </th>
      ))}
      <th scope="col" data-column="actions">
        Actions
      </th>
    </tr>
  </thead>
);

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const ASCENDING = <ArrowUp aria-hidden size={13} />;
const DESCENDING = <ArrowDown aria-hidden size={13} />;

/** As the lines of the cells below. */
const HEADINGS = { display: 'grid', justifyItems: 'start' } as const;

/** Its text, not its padding, starts where the column does. */
const HEADING = {
  gap: 1,
  px: 2,
  mx: -2,
  whiteSpace: 'nowrap',
  minHeight: 24,
  borderRadius: '6px',
  font: 'inherit',
  color: 'text.secondary',
  '&:hover, &[data-sorted=true]': { color: 'text.primary' },
} as const;
