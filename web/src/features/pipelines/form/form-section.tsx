import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { sectionId, useStep, type StepName } from './use-steps.ts';

interface Props {
  name: StepName;
  title: string;
  /** Shown beside the title while the step is folded. */
  summary: string;
  /** Shown at the end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
}

/** A step of the form, which folds to one line. Takes the focus when something in it has to be corrected. */
export function FormSection({ name, title, summary, end, children }: Props) {
  const { isOpen, toggle } = useStep(name);
  const id = sectionId(name);
  return (
    <Card
      component="section"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        minWidth: 0,
        overflow: 'visible',
        scrollMarginTop: 72,
        '&:focus': { outline: 'none' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      <Box sx={HEADER}>
        <Typography id={`${id}-title`} variant="h2" sx={{ display: 'flex' }}>
          <ButtonBase
            aria-expanded={isOpen}
            aria-controls={`${id}-content`}
            aria-describedby={isOpen ? undefined : `${id}-summary`}
            onClick={toggle}
            sx={TOGGLE}
          >
            <Box
              component={ChevronDown}
              aria-hidden
              size={16}
              sx={CHEVRON}
              style={{ rotate: isOpen ? '0deg' : '-90deg' }}
            />
            {title}
          </ButtonBase>
        </Typography>
        <Box id={`${id}-summary`} hidden={isOpen} sx={SUMMARY}>
          {summary}
        </Box>
        {isOpen && end && <Box sx={{ position: 'relative', ml: 'auto' }}>{end}</Box>}
      </Box>
      <Box id={`${id}-content`} hidden={!isOpen} sx={CONTENT}>
        {children}
      </Box>
    </Card>
  );
}

export function focusSection(name: StepName): void {
  const section = document.getElementById(sectionId(name));
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}

const PADDING = { xs: 4, sm: 5 } as const;
const HEADER = {
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 1,
  minHeight: 32,
  px: PADDING,
  py: 4,
} as const;
/** The whole line folds and opens the step. */
const TOGGLE = {
  gap: 2,
  font: 'inherit',
  borderRadius: '8px',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '12px' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main' },
} as const;
const CHEVRON = { flexShrink: 0, color: 'text.secondary', transition: 'rotate 140ms ease-out' } as const;
const SUMMARY = {
  minWidth: 0,
  overflow: 'hidden',
  color: 'text.secondary',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;
const CONTENT = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  minWidth: 0,
  px: PADDING,
  pb: PADDING,
  '&[hidden]': { display: 'none' },
} as const;
