import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export type SectionName = 'prompts' | 'models' | 'stages' | 'start';

const sectionId = (name: SectionName): string => `job-${name}`;

interface Props {
  name: SectionName;
  title: string;
  /** Shown at the end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
}

/** A part of the form. Takes the focus when something in it has to be corrected. */
export const FormSection = ({ name, title, end, children }: Props) => (
  <Card
    component="section"
    id={sectionId(name)}
    tabIndex={-1}
    aria-labelledby={`${sectionId(name)}-title`}
    sx={{
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 4,
      p: { xs: 4, sm: 5 },
      minWidth: 0,
      overflow: 'visible',
      scrollMarginTop: 72,
      '&:focus': { outline: 'none' },
      '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
    }}
  >
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 32 }}>
      <Typography id={`${sectionId(name)}-title`} variant="h2" sx={{ flexGrow: 1 }}>
        {title}
      </Typography>
      {end}
    </Box>
    {children}
  </Card>
);

export function focusSection(name: SectionName): void {
  const section = document.getElementById(sectionId(name));
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}
