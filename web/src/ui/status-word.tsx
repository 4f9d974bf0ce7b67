import Box from '@mui/material/Box';
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert, type LucideIcon } from 'lucide-react';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

const ICONS: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  warning: TriangleAlert,
  bad: CircleAlert,
  neutral: CircleMinus,
};
export const TONE_COLORS: Record<Tone, string> = {
  good: 'success.main',
  warning: 'warning.main',
  bad: 'error.main',
  neutral: 'text.secondary',
};

export const StatusIcon = ({ tone }: { tone: Tone }) => (
  <Box component={ICONS[tone]} aria-hidden size={15} sx={{ color: TONE_COLORS[tone], flexShrink: 0 }} />
);

interface Props {
  tone: Tone;
  word: string;
}

/** A status as a word, with the icon and color of its tone. */
export const StatusWord = ({ tone, word }: Props) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1.5,
      color: TONE_COLORS[tone],
      fontWeight: 500,
      flexShrink: 0,
    }}
  >
    <StatusIcon tone={tone} />
    {word}
  </Box>
);
