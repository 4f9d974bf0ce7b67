import Box from '@mui/material/Box';
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert, type LucideIcon } from 'lucide-react';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

interface Props {
  tone: Tone;
  word: string;
}

/** How something stands: a word with the icon and the colour of its kind. */
export function StatusWord({ tone, word }: Props) {
  const { Icon, color } = TONES[tone];
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, color, fontWeight: 500, flexShrink: 0 }}
    >
      <Icon aria-hidden size={15} />
      {word}
    </Box>
  );
}

const TONES: Record<Tone, { Icon: LucideIcon; color: string }> = {
  good: { Icon: CircleCheck, color: 'success.main' },
  warning: { Icon: TriangleAlert, color: 'warning.main' },
  bad: { Icon: CircleAlert, color: 'error.main' },
  neutral: { Icon: CircleMinus, color: 'text.secondary' },
};
