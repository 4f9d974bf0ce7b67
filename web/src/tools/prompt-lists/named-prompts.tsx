import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { countOf } from '../../ui/count.ts';
import { StatusIcon } from '../../ui/status-word.tsx';

interface Props {
  count: number;
  onShowFirst: () => void;
}

/** How many prompts have words that agencies refuse. Takes no space if none has. */
export const NamedPrompts = ({ count, onShowFirst }: Props) => (
  <Box role="status" sx={NOTICE}>
    {count > 0 && (
      <>
        <StatusIcon tone="warning" />
        <span>{countOf(count, 'prompt has words', 'prompts have words')} that agencies refuse.</span>
        <Button size="small" onClick={onShowFirst} sx={{ minHeight: 24, py: 0, px: 1 }}>
          Show the first
        </Button>
      </>
    )}
  </Box>
);

const NOTICE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  fontSize: '0.8125rem',
  // Not hidden, so that screen readers announce what appears.
  '&:empty': { mb: -1.5 },
} as const;
