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
  /** Of a tool that shows them in its own way. */
  words?: { title: string; intro: string | undefined; list: ReactNode; retry: string };
  onRetry: (includeUncertain: boolean) => void;
  onClose: () => void;
}

/** Why each image of a batch was not made, and the offer to have them made again. */
export function FailuresDialog({ isOpen, batch, nameItem = nameByPlace, words, onRetry, onClose }: Props) {
  const [includeUncertain, setIncludeUncertain] = useState(false);
  const { failures, retryable } = batch;
  const count = retryable.failed + (includeUncertain ? retryable.uncertain : 0);
  const isOpenToRetry = !isActive(batch.status) && retryable.failed + retryable.uncertain > 0;
  return (
    <TextDialog
      isOpen={isOpen}
      title={words?.title ?? 'Failed images'}
      onClose={onClose}
      actions={
        isOpenToRetry && (
          <Button
            variant="contained"
            disabled={count === 0}
            onClick={() => {
              onClose();
              onRetry(includeUncertain);
            }}
            sx={{ order: 1 }}
          >
            {words?.retry ?? `Retry ${count} ${count === 1 ? 'image' : 'images'}`}
          </Button>
        )
      }
    >
      {words?.intro !== undefined && (
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {words.intro}
        </Typography>
      )}
      {words?.list ?? (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
          {failures.map((failure) => (
            <FailureItem key={failure.index} name={nameItem(failure.index)} {...failure} />
          ))}
        </Box>
      )}
      {isOpenToRetry && retryable.uncertain > 0 && (
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
      {(words === undefined || (failures.length > 0 && !isOpenToRetry)) && (
        <Typography color="textSecondary" sx={{ mt: 3 }}>
          {describeRetry(batch, isOpenToRetry)}
        </Typography>
      )}
    </TextDialog>
  );
}

const nameByPlace = (index: number): string => `Image ${index + 1}`;

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

function describeRetry({ status, failures }: BatchFacts, isOpenToRetry: boolean): string {
  if (failures.every(({ permanent }) => permanent !== undefined)) return 'A retry would fail again.';
  if (isActive(status)) return 'They can be made again once this batch has ended.';
  if (!isOpenToRetry) return 'They were asked for again already.';
  return 'They are made in a new batch; this one stays as it is.';
}

const describeUncertain = (count: number): string =>
  count === 1
    ? 'Also the uncertain image: nobody knows how it ended, so it may be charged twice.'
    : `Also the ${count} uncertain images: nobody knows how they ended, so they may be charged twice.`;
