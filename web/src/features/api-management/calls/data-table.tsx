import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  /** The first column has row headers, the others numbers. */
  columns: readonly string[];
  children: ReactNode;
}

/** A table of numbers that scrolls horizontally if it is too wide. */
export const DataTable = ({ label, columns, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
  <Box tabIndex={0} role="region" aria-label={label} sx={{ overflowX: 'auto', mx: { xs: -3, sm: -2 } }}>
    <Box component="table" sx={TABLE}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Box>
  </Box>
);

const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: { xs: '0.75rem', sm: '0.8125rem' },
  '& th, & td': { px: { xs: 1, sm: 2 }, py: 2, textAlign: 'right', fontWeight: 400 },
  '& td': { whiteSpace: 'nowrap' },
  '& th:first-of-type': { textAlign: 'left' },
  '& thead th': { color: 'text.secondary', verticalAlign: 'bottom' },
  '& tbody th': { fontWeight: 500 },
  '& tbody tr:not([data-note])': { borderTop: '1px solid', borderColor: 'divider' },
  '& tr[data-note] td': { pt: 0, textAlign: 'left', color: 'text.secondary', whiteSpace: 'normal' },
} as const;
