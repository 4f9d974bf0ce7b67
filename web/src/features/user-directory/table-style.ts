export const COLUMN_COUNT = 6;

/** Depends on the space that the page leaves. */
export const AS_TABLE = '@container (min-width: 860px)';
const AS_WIDE_TABLE = '@container (min-width: 900px)';
const AS_WIDER_TABLE = '@container (min-width: 1040px)';
const AS_CARDS = '@container (max-width: 859.95px)';
const AS_WIDE_CARDS = '@container (min-width: 560px) and (max-width: 859.95px)';

/** A table, or cards where its columns would not fit. */
export const USER_TABLE = {
  outline: 'none',
  '& th, & td': { p: 0, fontWeight: 400, textAlign: 'left' },
  '& tr': { borderTop: '1px solid', borderColor: 'divider' },
  '& thead tr, & [data-space]': { border: 0 },
  [AS_TABLE]: {
    '& table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' },
    '& thead th': { py: 1.5, fontSize: '0.8125rem', color: 'text.secondary' },
    '& thead [data-column=actions]': { textAlign: 'right' },
    '& [data-index] > *': { py: '10px' },
    '& tr > *': { px: 2 },
    '& tr > th:first-of-type': { pl: 4 },
    '& tr > :last-child': { pr: 4 },
    // Where the texts start: beside the avatar, and in the select.
    '& thead th:first-of-type': { pl: '60px' },
    '& thead th:nth-of-type(2)': { pl: '22px' },
    // Emails have the rest.
    '& th:nth-of-type(2)': { width: 108 },
    '& th:nth-of-type(3)': { width: 168 },
    '& th:nth-of-type(4)': { width: 116 },
    '& th:nth-of-type(5)': { width: 96 },
    '& th:nth-of-type(6)': { width: 150 },
  },
  [AS_WIDE_TABLE]: {
    '& th:nth-of-type(3)': { width: 197 },
  },
  [AS_WIDER_TABLE]: {
    '& th:nth-of-type(5)': { width: 112 },
  },
  [AS_CARDS]: {
    '& thead': { display: 'none' },
    '& table, & tbody, & [data-space], & [data-space] > *': { display: 'block' },
    '& [data-index="0"]': { borderTop: 0 },
    '& [data-index]': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      alignItems: 'center',
      columnGap: 2,
      rowGap: 1,
      p: 4,
      // Below the email, beside the avatar.
      '& > *': { gridColumn: '1 / -1', pl: '44px' },
      '& > th': { pl: 0 },
      '& > [data-column=spend]': { display: 'flex', alignItems: 'center', gap: 2 },
      '& > [data-column=spend]:empty': { display: 'none' },
      '& > [data-column=role]': { order: 1, gridColumn: '1', pt: 1 },
      '& > [data-column=actions]': { order: 1, gridColumn: '2', pt: 1, pl: 0 },
    },
  },
  [AS_WIDE_CARDS]: {
    '& [data-index]': {
      gridTemplateColumns: 'minmax(0, 1fr) 190px 140px',
      '& > th': { gridColumn: '1' },
      '& > [data-column=status]': { gridArea: '1 / 2', pl: 0 },
      '& > [data-column=active]': { gridArea: '2 / 2', pl: 0 },
      '& > [data-column=role]': { gridArea: '2 / 1' },
      '& > [data-column=spend]': { gridArea: '3 / 2', pl: 0 },
      '& > [data-column=actions]': { gridArea: '2 / 3' },
    },
  },
} as const;
