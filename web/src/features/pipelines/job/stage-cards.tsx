import { describeDuration } from '@portal/contracts/describe-duration';
import type { Pipeline } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { CircleCheck, CircleMinus, Clock3, ScanSearch } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { makeBatchPath } from '../../../pictures/batches/batch-path.ts';
import {
  countOver,
  describeStageCost,
  summarizeStages,
  type StageProgress,
} from '../../../tools/pipelines/describe-pipeline.ts';
import { isHalfPriceStage } from '../../../tools/pipelines/half-price-stages.ts';
import { useTool, useTools } from '../../../pictures/registered-tools/tools.ts';
import { formatCount } from '../../../ui/count.ts';
import { ProgressRow } from '../../../ui/progress-row.tsx';
import { SpinningIcon } from '../../../ui/spinning-icon.tsx';
import { StatusIcon } from '../../../ui/status-word.tsx';
import { useNow } from '../../../ui/use-now.ts';

const SECOND = 1000;
const MAX_LINKS = 4;

/** How far each stage is, what it has cost, and its batches. */
export const StageCards = ({ job }: { job: Pipeline }) => (
  <Box component="ul" aria-label="Stages" sx={CARDS}>
    {summarizeStages(job).map((stage) => (
      <StageCard
        key={stage.tool}
        stage={stage}
        isQuiet={isHalfPriceStage(job, stage.tool)}
        isSkipping={stage.tool !== 'image-generator' && job.state !== 'cancelled'}
      />
    ))}
  </Box>
);

interface CardProps {
  stage: StageProgress;
  /** Its pictures wait at the provider. */
  isQuiet: boolean;
  /** Nobody cancelled its pictures: they were not made, or not chosen. */
  isSkipping: boolean;
}

function StageCard({ stage, isQuiet, isSkipping }: CardProps) {
  const { tool, title, total, doneCount, failedCount, permanentCount } = stage;
  const { uncertainCount, cancelledCount, waitingCount } = stage;
  // A check has no page.
  const { icon: Icon } = useTools().find(({ name }) => name === tool) ?? { icon: ScanSearch };
  const titleId = useId();
  const isOver = stage.endedAt !== null;
  const hasStarted = stage.startedAt !== null;
  const facts = [
    failedCount > 0 && `${formatCount(failedCount)} failed`,
    permanentCount > 0 && `${formatCount(permanentCount)} would fail again`,
    uncertainCount > 0 && `${formatCount(uncertainCount)} uncertain`,
    cancelledCount > 0 && `${formatCount(cancelledCount)} ${isSkipping ? 'skipped' : 'cancelled'}`,
    waitingCount > 0 && `${formatCount(waitingCount)} waiting`,
  ]
    .filter((fact) => fact !== false)
    .join(' · ');
  return (
    <Card component="li" aria-labelledby={titleId} sx={CARD}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
        <Box component={Icon} aria-hidden size={16} sx={{ color: 'text.secondary', flexShrink: 0 }} />
        <Box component="h3" id={titleId} sx={{ m: 0, typography: 'h3' }}>
          {title}
        </Box>
        <Box component="span" sx={{ ml: 'auto', ...SMALL }}>
          <Elapsed stage={stage} />
        </Box>
      </Box>
      <ProgressRow
        icon={<StageIcon stage={stage} isQuiet={isQuiet} />}
        label={`${formatCount(doneCount)} of ${formatCount(total)}`}
        detail={
          <Box component="span" title={facts} sx={FACTS}>
            {facts}
          </Box>
        }
        value={hasStarted && !isOver ? countOver(stage) / Math.max(total, 1) : isOver ? 1 : 0}
      />
      <Box sx={stage.batches.length > 1 ? COST_OF_SEVERAL : COST}>
        <span>{describeStageCost(stage)}</span>
        {hasStarted && tool !== 'check' && <BatchLinks stage={stage} />}
      </Box>
    </Card>
  );
}

function StageIcon({ stage, isQuiet }: Pick<CardProps, 'stage' | 'isQuiet'>) {
  const { startedAt, endedAt, failedCount, uncertainCount, doneCount } = stage;
  if (endedAt === null)
    return startedAt === null || isQuiet ? (
      <Box component={Clock3} aria-hidden size={15} />
    ) : (
      <SpinningIcon />
    );
  if (failedCount + uncertainCount > 0) return <StatusIcon tone={doneCount > 0 ? 'warning' : 'bad'} />;
  return (
    <Box
      component={doneCount > 0 ? CircleCheck : CircleMinus}
      aria-hidden
      size={15}
      sx={{ color: doneCount > 0 ? 'success.main' : 'text.secondary' }}
    />
  );
}

/** '2 min', from the first start to the last end. */
function Elapsed({ stage: { startedAt, endedAt } }: { stage: StageProgress }) {
  const now = useNow(SECOND);
  if (startedAt === null) return undefined;
  const end = endedAt === null ? Math.max(now, Date.parse(startedAt)) : Date.parse(endedAt);
  return describeDuration(end - Date.parse(startedAt));
}

/** Each leads to a batch in its tool. */
function BatchLinks({ stage: { tool, batches } }: { stage: StageProgress }) {
  const { path, title } = useTool(tool);
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2, ml: 'auto' }}>
      {batches.slice(0, MAX_LINKS).map(({ batchId }, index) => (
        <Box
          component={Link}
          key={batchId}
          to={makeBatchPath(path, batchId)}
          aria-label={`Open batch ${index + 1} in ${title}`}
          sx={{ color: 'primary.main' }}
        >
          {batches.length === 1 ? 'Open batch' : `Batch ${index + 1}`}
        </Box>
      ))}
      {batches.length > MAX_LINKS && (
        <Box component={Link} to={path} sx={{ color: 'primary.main' }}>
          {`${formatCount(batches.length - MAX_LINKS)} more`}
        </Box>
      )}
    </Box>
  );
}

const SMALL = { fontSize: '0.8125rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' } as const;

/** Cut rather than wrapped, so that nothing moves when a picture fails. */
const FACTS = {
  flexGrow: 1,
  textAlign: 'right',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
  color: 'text.secondary',
} as const;

/** A line even before anything is known, so that nothing moves later. */
const COST = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 3,
  minHeight: '1lh',
  ...SMALL,
} as const;
const COST_OF_SEVERAL = {
  ...COST,
  '@container (max-width: 339.95px)': {
    minHeight: '2lh',
    alignContent: 'start',
    '& > *': { flexBasis: '100%' },
  },
} as const;

const CARDS = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  m: 0,
  p: 0,
  listStyle: 'none',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
} as const;

const CARD = {
  containerType: 'inline-size',
  display: 'grid',
  gap: 3,
  alignContent: 'start',
  px: 4,
  py: 3,
  minWidth: 0,
} as const;
