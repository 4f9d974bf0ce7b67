import { isActive, type BatchFacts, type ItemFailure } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { countOf } from '../../ui/count.ts';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { groupFailures, type FailureGroup } from './group-failures.ts';

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
  const leftOut = failures.filter(({ permanent }) => permanent !== undefined).length;
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
          {groupFailures(failures).map((group) => (
            <GroupItem key={`${group.state} ${group.reason}`} nameItem={nameItem} {...group} />
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
      {(content === undefined || leftOut > 0 || (failures.length > 0 && !canRetry)) && (
        <Typography color="textSecondary" sx={{ mt: 3 }}>
          {describeRetry(batch, canRetry, leftOut)}
        </Typography>
      )}
    </TextDialog>
  );
}

const nameByIndex = (index: number): string => `Image ${index + 1}`;

type GroupProps = FailureGroup & Required<Pick<Props, 'nameItem'>>;

/** One failure under the name of its image, or a reason above the names of all images that share it. */
function GroupItem({ state, reason, failures, nameItem }: GroupProps) {
  const names = failures.map(({ index }) => nameItem(index)).join(', ');
  const outcome = `${state} after ${describeAttempts(failures)}`;
  const isOne = failures.length === 1;
  return (
    <Box component="li" sx={ITEM}>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {isOne ? names : `${failures.length} × ${reason}`}
        {isOne && <Outcome>{` · ${outcome}`}</Outcome>}
      </Typography>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {isOne ? reason : `${names} · ${outcome}`}
      </Typography>
    </Box>
  );
}

const Outcome = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
    {children}
  </Box>
);

const ITEM = { py: 2, borderTop: '1px solid', borderColor: 'divider', '&:first-of-type': { borderTop: 0 } };

/** '3 attempts', or '1 to 3 attempts' if the images differ. */
function describeAttempts(failures: readonly ItemFailure[]): string {
  const all = failures.map(({ attempts }) => attempts);
  const [min, max] = [Math.min(...all), Math.max(...all)];
  return `${min === max ? '' : `${min} to `}${countOf(max, 'attempt')}`;
}

function describeRetry({ status, failures }: BatchFacts, canRetry: boolean, leftOut: number): string {
  if (leftOut === failures.length) return 'A retry would fail again.';
  if (isActive(status)) return 'You can retry once this batch has finished.';
  if (!canRetry) return 'These images were already retried.';
  const retry = 'A retry starts a new batch and keeps this one.';
  return leftOut === 0 ? retry : `${retry} ${describeLeftOut(leftOut)}`;
}

const describeLeftOut = (count: number): string =>
  count === 1
    ? 'It leaves out the image that would fail again: change its prompt or file first.'
    : `It leaves out the ${count} images that would fail again: change their prompts or files first.`;

const describeUncertain = (count: number): string =>
  count === 1
    ? 'Also retry the uncertain image. You may be charged twice for it.'
    : `Also retry the ${count} uncertain images. You may be charged twice for them.`;
