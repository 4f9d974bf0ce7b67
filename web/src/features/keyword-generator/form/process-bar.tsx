import { priceAt } from '@portal/contracts/half-price';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, type ReactNode } from 'react';
import { SpendWarning, useSpendWarning } from '../../../tools/spend/spend-warning.tsx';
import { countImages } from '../../../ui/describe-price.ts';
import { EstimatedCost } from '../../../ui/estimated-cost.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { MissingList } from '../../../ui/missing-list.tsx';
import { ToolSubmitBar } from '../../../ui/tool-card.tsx';
import type { Provider } from '@portal/contracts/generation-request';
import { KeyProblems } from '../../../tools/providers/provider-notice.tsx';
import { canProcess } from './can-process.ts';

interface Props {
  provider: Provider | undefined;
  /** Dollars per image, made now. */
  price: number | undefined;
  isHalfPrice: boolean;
  /** Number of selected images. */
  count: number;
  maxCount: number;
  isSending: boolean;
  /** Upload progress. */
  progress: ReactNode;
  onShowImages: () => void;
  onProcess: () => void;
}

const describeAction = (count: number): string =>
  count === 0 ? 'Generate keywords' : `Generate keywords for ${countImages(count)}`;

/** The estimated cost and the submit button. */
export function ProcessBar({
  provider,
  price: fullPrice,
  isHalfPrice,
  count,
  maxCount,
  isSending,
  progress,
  onShowImages,
  onProcess,
}: Props) {
  const price = fullPrice === undefined ? undefined : priceAt(fullPrice, isHalfPrice);
  const warning = useSpendWarning(price && price * count);
  const warningId = useId();
  const missingId = useId();
  return (
    <ToolSubmitBar>
      <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>{progress}</Box>
      <SpendWarning id={warningId} warning={warning} />
      <KeyProblems providers={[provider]} />
      {count === 0 && <MissingList id={missingId} missing={[{ label: 'Images', onShow: onShowImages }]} />}
      <EstimatedCost price={price} count={count} unknown="Title, description and keywords per image" />
      <Button
        variant="contained"
        disabled={!canProcess(count, maxCount) || isSending || warning?.isBlocking === true}
        aria-describedby={count === 0 ? missingId : warning && warningId}
        onClick={onProcess}
        startIcon={isSending && <Spinner size={14} />}
        sx={{ minHeight: 40, gridColumn: '1 / -1' }}
      >
        {isSending ? 'Uploading...' : describeAction(count)}
      </Button>
    </ToolSubmitBar>
  );
}
