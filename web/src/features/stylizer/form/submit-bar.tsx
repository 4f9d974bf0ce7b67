import { priceAt } from '@portal/contracts/half-price';
import type { Preset } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Info } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { SpendWarning, useSpendWarning } from '../../../tools/spend/spend-warning.tsx';
import { KeyProblems } from '../../../tools/providers/provider-notice.tsx';
import { countImages } from '../../../ui/describe-price.ts';
import { EstimatedCost } from '../../../ui/estimated-cost.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { MissingList, type MissingField } from '../../../ui/missing-list.tsx';
import { ToolSubmitBar } from '../../../ui/tool-card.tsx';

interface Props {
  preset: Preset | undefined;
  isHalfPrice: boolean;
  noteId: string;
  /** Number of selected images. */
  count: number;
  isSending: boolean;
  /** Upload progress. */
  progress: ReactNode;
  missing: readonly MissingField[];
  onSubmit: () => void;
}

/** The style's note, the estimated cost and the submit button. */
export function SubmitBar(props: Props) {
  const { preset, isHalfPrice, noteId, count, isSending, progress, missing, onSubmit } = props;
  const price = preset && priceAt(preset.price, isHalfPrice);
  const warning = useSpendWarning(price && price * count);
  const warningId = useId();
  const missingId = useId();
  return (
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
      <SpendWarning id={warningId} warning={warning} />
      <KeyProblems providers={[preset?.provider]} />
      <div>
        <MissingList id={missingId} missing={missing} />
        <EstimatedCost price={price} count={count} unknown="Choose a style to see the cost" />
      </div>
      <Button
        variant="contained"
        disabled={missing.length > 0 || isSending || warning?.isBlocking === true}
        aria-describedby={missing.length > 0 ? missingId : warning && warningId}
        aria-description={
          preset && missing.length === 0 ? `Transforms ${countImages(count)} to ${preset.name}` : undefined
        }
        onClick={onSubmit}
        startIcon={isSending && <Spinner size={14} />}
        sx={{ minHeight: 40 }}
      >
        {isSending ? 'Uploading...' : 'Transform Images'}
      </Button>
    </ToolSubmitBar>
  );
}

/** Takes no space while empty. */
const WHOLE_ROW = { gridColumn: '1 / -1', '&:empty': { display: 'none' } } as const;
