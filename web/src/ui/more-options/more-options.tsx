import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useSaved } from '../../client/session/use-saved.ts';

interface Props {
  /** Of the form. Whether its options are open is kept on this device. */
  form: string;
  /** The options in use, for when they are closed. Empty ones are left out. */
  summary: readonly (string | false)[];
  children: ReactNode;
}

/** What a form has beyond the spec. Closed at first, with a summary of the options in use. */
export function MoreOptions({ form, summary, children }: Props) {
  const [isOpen, saveIsOpen] = useSaved(`${form}-more-options`, z.boolean(), false);
  // A page that opens with them does not scroll to them.
  const [wasToggled, setWasToggled] = useState(false);
  const contentId = useId();
  const inUse = summary.filter(Boolean).join(' · ');
  return (
    <Box>
      <Button
        color="inherit"
        size="small"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => {
          setWasToggled(true);
          saveIsOpen(!isOpen);
        }}
        endIcon={
          <Box
            component={ChevronDown}
            aria-hidden
            size={15}
            sx={CHEVRON}
            style={{ rotate: isOpen ? '180deg' : '0deg' }}
          />
        }
        sx={{ ml: -2, px: 2, fontSize: '0.8125rem' }}
      >
        More options
      </Button>
      {!isOpen && inUse !== '' && <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{inUse}</Box>}
      <Box id={contentId} hidden={!isOpen}>
        {isOpen && (
          <Box ref={wasToggled ? scrollIntoView : undefined} sx={CONTENT}>
            {children}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** In new browsers, what it calls returns a promise, which is no cleanup. */
const scrollIntoView = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' });
};

const CONTENT = {
  display: 'grid',
  gap: 4,
  pt: 3,
  // Space for the navigation bar and, on a phone, the submit bar.
  scrollMarginTop: '72px',
  scrollMarginBottom: { xs: '96px', sm: '16px' },
} as const;

const CHEVRON = { transition: 'rotate 140ms ease-out' } as const;
