import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

export interface MissingField {
  label: string;
  onShow: () => void;
}

interface Props {
  /** Describes the submit button. */
  id: string;
  missing: readonly MissingField[];
}

/** What a form needs before it can be sent. Each name leads to its field. */
export const MissingList = ({ id, missing }: Props) =>
  missing.length > 0 && (
    <Box id={id} sx={LINE}>
      <span>Missing:</span>
      <Box component="ul" aria-label="Missing" sx={LIST}>
        {missing.map(({ label, onShow }) => (
          <li key={label}>
            <Button variant="text" color="inherit" onClick={onShow} sx={LINK}>
              {label}
            </Button>
          </li>
        ))}
      </Box>
    </Box>
  );

/** For a field in the element with this id that no form focuses. */
export function focusFieldIn(id: string): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'nearest' });
  place?.querySelector<HTMLElement>('[role=button], input')?.focus({ preventScroll: true });
}

const LINE = {
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 2,
  fontSize: '0.8125rem',
  color: 'text.secondary',
} as const;
const LIST = { display: 'contents', listStyle: 'none' } as const;
const LINK = {
  minWidth: 24,
  minHeight: 24,
  p: 0,
  fontSize: 'inherit',
  fontWeight: 500,
  color: 'text.primary',
  textDecoration: 'underline',
  textUnderlineOffset: '2px',
  '&:hover': { textDecoration: 'underline' },
} as const;
