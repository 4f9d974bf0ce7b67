import { isActive, type BatchFacts, type ItemFailure } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { TextDialog } from '../ui/text-dialog.tsx';

interface Props {
  isOpen: boolean;
  batch: BatchFacts;
  nameItem?: (index: number) => string;
  /** Replaces the default texts and list. */
  content?: { title: string; intro: string | undefined; list: ReactNode; retry: string };
  onRetry: (includeUncertain: boolean) => void;
  onClose: () => void;
}

/** Shows why images of a batch failed and offers a retry. */
export function FailuresDialog({ isOpen, batch, nameItem = nameByIndex, content, onRetry, onClose }: Props) {
  const [includeUncertain, setIncludeUncertain] = useState(false);
  const { failures, retryable } = batch;
  const count = retryable.failed + (includeUncertain ? retryable.uncertain : 0);
  const canRetry = !isActive(batch.status) && retryable.failed + retryable.uncertain > 0;
  return (
    <TextDialog
      isOpen={isOpen}
      title={content?.title ?? 'Failed images'}
      onClose={onClose}
      actions={
        canRetry && (
          <Button
            variant="contained"
            disabled={count === 0}
            onClick={() => {
              onClose();
              onRetry(includeUncertain);
            }}
            sx={{ order: 1 }}
          >
            {content?.retry ?? `Retry ${count} ${count === 1 ? 'image' : 'images'}`}
          </Button>
        )
      }
    >
      {content?.intro !== undefined && (
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {content.intro}
        </Typography>
      )}
      {content?.list ?? (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
          {failures.map((failure) => (
            <FailureItem key={failure.index} name={nameItem(failure.index)} {...failure} />
          ))}
        </Box>
      )}
      {canRetry && retryable.uncertain > 0 && (
        <FormControlLabel
          sx={{ mt: 3, alignItems: 'start' }}
          control={
            <Checkbox
              size="small"
              checked={includeUncertain}
              onChange={({ target }) => setIncludeUncertain(target.checked)}
              sx={{ mt: -1.5 }}
            />
          }
          label={describeUncertain(retryable.uncertain)}
        />
      )}
      {(content === undefined || (failures.length > 0 && !canRetry)) && (
        <Typography color="textSecondary" sx={{ mt: 3 }}>
          {describeRetry(batch, canRetry)}
        </Typography>
      )}
    </TextDialog>
  );
}

const nameByIndex = (index: number): string => `Image ${index + 1}`;

const FailureItem = ({ name, state, reason, attempts }: ItemFailure & { name: string }) => (
  <Box
    component="li"
    sx={{ py: 2, borderTop: '1px solid', borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
  >
    <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
      {name}
      <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
        {` · ${state} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}
      </Box>
    </Typography>
    <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {reason}
    </Typography>
  </Box>
);

function describeRetry({ status, failures }: BatchFacts, canRetry: boolean): string {
  if (failures.every(({ permanent }) => permanent !== undefined)) return 'A retry would fail again.';
  if (isActive(status)) return 'You can retry once this batch has finished.';
  if (!canRetry) return 'These images were already retried.';
  return 'A retry starts a new batch and keeps this one.';
}

const describeUncertain = (count: number): string =>
  count === 1
    ? 'Also retry the uncertain image. You may be charged twice for it.'
    : `Also retry the ${count} uncertain images. You may be charged twice for them.`;
