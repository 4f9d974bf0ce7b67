import type { Pipeline } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import { BookmarkPlus, CircleStop, Clock3, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  countFailures,
  describeJobCost,
  describePictures,
  describeState,
  isRunning,
  summarizeStages,
} from '../../../tools/pipelines/describe-pipeline.ts';
import { describeHalfPriceJob } from '../../../tools/pipelines/half-price-stages.ts';
import { HALF_PRICE_LOSS } from '../../../pictures/batches/describe-due.ts';
import { JOBS_PATH, makeJobPath } from '../../../pictures/batches/jobs-path.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { countOf } from '../../../ui/count.ts';
import type { MenuAction } from '../../../ui/more-actions.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SpinningIcon } from '../../../ui/spinning-icon.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { useFocusWhenGone } from '../../../ui/use-focus-when-gone.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { SaveRecipeDialog } from '../recipes/save-recipe-dialog.tsx';
import { JobActions, type JobAction } from './job-actions.tsx';
import { findLastStage } from './last-pictures.ts';
import { toSettings } from './to-settings.ts';
import { useExportJob } from './use-export-job.tsx';
import type { useJobActions } from './use-job-actions.ts';

interface Props {
  job: Pipeline;
  actions: ReturnType<typeof useJobActions>;
  /** Prompts that the provider refused. */
  refusedCount: number;
  onSendAgain: () => void;
  onEditPrompts: () => void;
}

type Asked = 'cancel' | 'uncertain' | 'delete';

/** State, cost and actions of the job. */
export function JobHeader({ job, actions, refusedCount, onSendAgain, onEditPrompts }: Props) {
  const [asked, setAsked] = useState<{ what: Asked; isOpen: boolean }>();
  const [isSaving, setIsSaving] = useState(false);
  const [wasSaving, setWasSaving] = useState(false);
  const { failed, permanent, uncertain } = countFailures(summarizeStages(job));
  const retryable = failed - permanent;
  const isOver = job.state === 'ended' || (job.state === 'cancelled' && !isRunning(job));
  const canCancel = job.state === 'running' || job.state === 'scheduled' || job.state === 'choosing';
  const canRetryFailed = isOver && retryable > 0 && job.retriedIn === null;
  const canRetryUncertain = isOver && uncertain > 0 && !job.areUncertainRetried;
  const ask = (what: Asked) => setAsked({ what, isOpen: true });
  const asks = (what: Asked) => asked?.what === what && asked.isOpen;
  const close = () => setAsked(asked && { ...asked, isOpen: false });
  const state = useRef<HTMLElement>(null);
  const { cancel, retry } = actions;
  useKeptFocus(cancel.isPending || retry.isPending);
  const isRetryGone = retry.isSuccess && !(retry.variables ? canRetryUncertain : canRetryFailed);
  const isGone = (cancel.isSuccess && !canCancel) || isRetryGone;
  useFocusWhenGone(isGone, () => state.current);
  const exporting = useExportJob(job);
  const canExport = isOver && findLastStage(job) !== undefined;
  const sendAgain: MenuAction = { label: 'Send again', icon: Send, onClick: onSendAgain };
  /** The last one, where Cancel was, only opens something: a late click must not start paid work. */
  const offered: (JobAction | false)[] = [
    canRetryFailed && {
      label: job.isHalfPrice
        ? `Make ${countOf(retryable, 'picture')} now`
        : `Retry ${countOf(retryable, 'failed picture')}`,
      icon: RotateCcw,
      isLoading: retry.isPending,
      onClick: () => retry.mutate(false),
    },
    canRetryUncertain && {
      label: `Retry ${countOf(uncertain, 'uncertain picture')}`,
      icon: RotateCcw,
      onClick: () => ask('uncertain'),
    },
    canExport && {
      ...exporting.action,
      isPrimary: !canRetryFailed && !canRetryUncertain,
    },
    isOver &&
      refusedCount > 0 && {
        label: `Edit ${countOf(refusedCount, 'refused prompt')}`,
        icon: Pencil,
        onClick: onEditPrompts,
      },
    isOver && !canExport && sendAgain,
    canCancel && {
      label: 'Cancel',
      icon: CircleStop,
      isLoading: cancel.isPending,
      isStop: true,
      onClick: () => ask('cancel'),
    },
  ];
  const more: MenuAction[] = [
    ...(isOver && !canExport ? [] : [sendAgain]),
    {
      label: 'Save as recipe',
      icon: BookmarkPlus,
      onClick: () => {
        setIsSaving(true);
        setWasSaving(true);
      },
    },
    { label: 'Delete job', icon: Trash2, onClick: () => ask('delete') },
  ];
  return (
    <Box sx={HEADER}>
      <Box sx={FACTS}>
        <Box ref={state} component="span" role="status" tabIndex={-1} sx={STATE}>
          {isRunning(job) && (job.isHalfPrice ? <Clock3 aria-hidden size={15} /> : <SpinningIcon />)}
          {isRunning(job) ? <b>{describeState(job).word}</b> : <StatusWord {...describeState(job)} />}
        </Box>
        <span>{describeJobCost(job)}</span>
        {job.isHalfPrice && <span>{describeHalfPriceJob(job)}</span>}
        <span>{describePictures(job)}</span>
        <RelativeTime value={job.createdAt} />
        {job.retriedIn !== null && (
          <Box component={Link} to={makeJobPath(job.retriedIn)} sx={{ color: 'primary.main' }}>
            Retried in a new job
          </Box>
        )}
      </Box>
      <JobActions actions={offered.filter((action) => action !== false)} more={more} />
      {exporting.dialog}
      <ConfirmDialog
        isOpen={asks('cancel')}
        title={job.state === 'scheduled' ? 'Cancel this scheduled job?' : 'Cancel this job?'}
        confirmLabel="Cancel job"
        onConfirm={() => actions.cancel.mutate()}
        onClose={close}
      >
        {job.state === 'scheduled'
          ? 'The job will not start, and costs nothing.'
          : job.isHalfPrice
            ? HALF_PRICE_LOSS
            : 'Pictures that have not started are cancelled, in all stages. Those made or in progress are kept and charged.'}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asks('uncertain')}
        title={`Retry ${countOf(uncertain, 'uncertain picture')}?`}
        confirmLabel="Retry"
        onConfirm={() => actions.retry.mutate(true)}
        onClose={close}
      >
        The connection was lost while the provider was working. You may be charged twice for{' '}
        {uncertain === 1 ? 'it' : 'them'}.
        {canRetryFailed && ` ${countOf(retryable, 'failed picture')} will be retried too.`}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asks('delete')}
        title={`Delete “${job.name}”?`}
        confirmLabel="Delete job"
        onConfirm={() => actions.remove.mutate()}
        onClose={close}
      >
        All its batches and pictures are deleted, in all tools. This action cannot be undone.
      </ConfirmDialog>
      {wasSaving && (
        <SaveRecipeDialog
          isOpen={isSaving}
          settings={toSettings(job)}
          initialName={job.name}
          onClose={() => setIsSaving(false)}
        />
      )}
    </Box>
  );
}

/** Back to the list. */
export const JobsLink = () => (
  <Box component={Link} to={JOBS_PATH} sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
    All jobs
  </Box>
);

/** As high with two lines of facts as with one, so that nothing moves when the job ends. */
const HEADER = {
  display: 'flex',
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
  minHeight: 44,
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 3,
} as const;

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 1,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontWeight: 500, color: 'text.primary' },
} as const;

/** On a phone, it is a line of its own, so that a longer one moves nothing. */
const STATE = {
  display: 'inline-flex',
  flexBasis: { xs: '100%', md: 'auto' },
  alignItems: 'center',
  gap: 1.5,
} as const;
