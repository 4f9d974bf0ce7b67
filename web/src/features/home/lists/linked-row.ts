/** A row of a card that is clickable as a whole. */
export const LINKED_ROW = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  px: 4,
  py: 3,
  '& + &': { borderTop: '1px solid', borderColor: 'divider' },
  '&:hover': { bgcolor: 'action.hover' },
} as const;

/** The link in it. */
export const LINKED_NAME = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: 500,
  color: 'text.primary',
  textDecoration: 'none',
  // The whole row is clickable.
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;
