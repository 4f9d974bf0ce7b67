import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { countOf } from '../../ui/count.ts';
import { StatusIcon, type Tone } from '../../ui/status-word.tsx';

interface Props {
  count: number;
  onShowFirst: () => void;
}

/** How many prompts have words that agencies refuse. */
export const NamedPrompts = (props: Props) => (
  <Notice
    {...props}
    tone="warning"
    text={`${countOf(props.count, 'prompt has words', 'prompts have words')} that agencies refuse.`}
  />
);

/** How many prompts make pictures that others make too. */
export const RepeatedPrompts = (props: Props) => (
  <Notice
    {...props}
    tone="neutral"
    text={`${countOf(props.count, 'picture repeats', 'pictures repeat')} an earlier prompt. Each is paid for.`}
  />
);

/** Takes no space without such prompts. */
const Notice = ({ count, tone, text, onShowFirst }: Props & { tone: Tone; text: string }) => (
  <Box role="status" sx={NOTICE}>
    {count > 0 && (
      <>
        <StatusIcon tone={tone} />
        <Box component="span" sx={{ flex: { xs: 1, sm: 'none' } }}>
          {text}
        </Box>
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
