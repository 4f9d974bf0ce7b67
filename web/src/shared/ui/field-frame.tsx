import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  /** The control uses `${id}-label` as its name and `${id}-message` as its description. */
  id: string;
  label: string;
  /** The id of the control, if it is one that a `label` can name. */
  htmlFor?: string;
  /** Puts the control beside its label where there is room. */
  isRow?: boolean;
  /** Shown at the end of the label's line, such as a count. */
  end?: ReactNode;
  error?: string | undefined;
  hint?: string | undefined;
  children: ReactNode;
}

/** A form field: label, control, and an error or hint below. */
export function FieldFrame({ id, label, htmlFor, isRow = false, end, error, hint, children }: Props) {
  const message = error ?? hint;
  return (
    <Box
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(isRow && { sm: '108px minmax(0, 1fr)' }) },
        // Keeps the focused control clear of the navigation bar and the submit bar.
        '& :is(input, textarea, [role=combobox])': { scrollMarginBlock: { xs: 96, md: 8 } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, fontSize: '0.8125rem' }}>
        <Box
          id={`${id}-label`}
          {...(htmlFor === undefined ? { component: 'span' } : { component: 'label', htmlFor })}
          sx={{ fontWeight: 500 }}
        >
          {label}
        </Box>
        <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
          {end}
        </Box>
      </Box>
      {children}
      <Box
        id={`${id}-message`}
        hidden={message === undefined}
        sx={{
          gridColumn: '-2 / -1',
          fontSize: '0.8125rem',
          color: error === undefined ? 'text.secondary' : 'error.main',
        }}
      >
        {message}
      </Box>
    </Box>
  );
}
