import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  /** The control has `${id}-label` and `${id}-message` as its name and description. */
  id: string;
  label: string;
  /** The control that the label belongs to, where it is one that takes a label. */
  htmlFor?: string;
  /** The control stands beside its name, where there is room, and not below it. */
  isRow?: boolean;
  /** At the end of the label's line: a count, a value. */
  end?: ReactNode;
  error?: string | undefined;
  hint?: string | undefined;
  children: ReactNode;
}

/** A setting: its name, its control, and below them what is wrong with it. */
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
        // What gets the focus is neither under the navigation bar nor under the submit bar.
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
