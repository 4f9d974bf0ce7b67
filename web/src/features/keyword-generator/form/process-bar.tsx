import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { countImages } from '../../../shared/ui/describe-price.ts';
import { EstimatedCost } from '../../../shared/ui/estimated-cost.tsx';
import { Spinner } from '../../../shared/ui/loading.tsx';
import { ToolSubmitBar } from '../../../shared/ui/tool-card.tsx';
import { canProcess } from './can-process.ts';

interface Props {
  /** Dollars per image. */
  price: number | undefined;
  /** Number of selected images. */
  count: number;
  maxCount: number;
  isSending: boolean;
  /** Upload progress. */
  progress: ReactNode;
  onProcess: () => void;
}

const describeAction = (count: number): string =>
  count === 0 ? 'Generate keywords' : `Generate keywords for ${countImages(count)}`;

/** The estimated cost and the submit button. */
export const ProcessBar = ({ price, count, maxCount, isSending, progress, onProcess }: Props) => (
  <ToolSubmitBar isRow>
    <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>{progress}</Box>
    <EstimatedCost price={price} count={count} unknown="Title, description and keywords per image" />
    <Button
      variant="contained"
      disabled={!canProcess(count, maxCount) || isSending}
      onClick={onProcess}
      startIcon={isSending && <Spinner size={14} />}
      sx={{ minHeight: 40, gridColumn: { xs: '1 / -1', sm: 'auto' } }}
    >
      {isSending ? 'Uploading...' : describeAction(count)}
    </Button>
  </ToolSubmitBar>
);
