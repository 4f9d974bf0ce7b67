import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { EstimatedCost } from '../../../shared/ui/estimated-cost.tsx';
import { Spinner } from '../../../shared/ui/loading.tsx';
import { ToolSubmitBar } from '../../../shared/ui/tool-card.tsx';
import { canProcess } from './can-process.ts';

interface Props {
  /** Dollars an image. */
  price: number | undefined;
  /** Of the images that are chosen, and how many there may be. */
  count: number;
  most: number;
  isSending: boolean;
  /** Of the sending. */
  progress: ReactNode;
  onProcess: () => void;
}

/** What it will cost, and the button. */
export const ProcessBar = ({ price, count, most, isSending, progress, onProcess }: Props) => (
  <ToolSubmitBar isRow>
    <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>{progress}</Box>
    <EstimatedCost price={price} count={count} unknown="Title, description and keywords for each" />
    <Button
      variant="contained"
      disabled={!canProcess(count, most) || isSending}
      onClick={onProcess}
      startIcon={isSending && <Spinner size={14} />}
      sx={{ minHeight: 40 }}
    >
      {isSending ? 'Uploading...' : 'Generate Keywords'}
    </Button>
  </ToolSubmitBar>
);
