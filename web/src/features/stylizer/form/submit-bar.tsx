import type { Preset } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToolSubmitBar } from '../../../shared/ui/tool-card.tsx';
import { describePrice } from './describe-price.ts';

interface Props {
  preset: Preset | undefined;
  noteId: string;
  /** Of the images that are chosen. */
  count: number;
  isSending: boolean;
  /** Of the sending. */
  progress: ReactNode;
  onSubmit: () => void;
}

/** What to know of the style, what it will cost, and the button. */
export const SubmitBar = ({ preset, noteId, count, isSending, progress, onSubmit }: Props) => (
  <ToolSubmitBar isRow>
    <Box id={noteId} role="status" sx={{ ...WHOLE_ROW, display: 'flex', gap: 2, fontSize: '0.8125rem' }}>
      {preset?.note !== undefined && (
        <>
          <Box
            component={Info}
            aria-hidden
            size={15}
            sx={{ flexShrink: 0, mt: '2px', color: 'warning.main' }}
          />
          {preset.note}
        </>
      )}
    </Box>
    <Box sx={WHOLE_ROW}>{progress}</Box>
    <Price preset={preset} count={count} />
    <Button
      variant="contained"
      disabled={count === 0 || !preset || isSending}
      onClick={onSubmit}
      startIcon={isSending && <CircularProgress size={14} color="inherit" aria-hidden />}
      sx={{ minHeight: 40 }}
    >
      {isSending ? 'Uploading...' : 'Transform Images'}
    </Button>
  </ToolSubmitBar>
);

/** Takes no room, and no gap, while there is nothing in it. */
const WHOLE_ROW = { gridColumn: '1 / -1', '&:empty': { display: 'none' } } as const;

function Price({ preset, count }: Pick<Props, 'preset' | 'count'>) {
  const price = preset && describePrice(preset.price, count);
  return (
    <Box
      component="output"
      aria-label="Estimated cost"
      sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}
    >
      {price ? (
        <>
          <Box component="span" sx={{ mr: 2, fontSize: '0.9375rem', fontWeight: 600, color: 'text.primary' }}>
            {price.total}
          </Box>
          {price.sum}
        </>
      ) : (
        'Choose a style to see the cost'
      )}
    </Box>
  );
}
