import type { Pipeline } from '@portal/contracts/pipelines';
import { CalendarClock, Clock3 } from 'lucide-react';
import {
  countFailures,
  countMade,
  describeState,
  isRunning,
  measureProgress,
  summarizeStages,
} from '../../../tools/pipelines/describe-pipeline.ts';
import { formatCount } from '../../../ui/count.ts';
import { ProgressRow } from '../../../ui/progress-row.tsx';
import { describeExactTime } from '../../../ui/relative-time.tsx';
import { SpinningIcon } from '../../../ui/spinning-icon.tsx';
import { StatusIcon } from '../../../ui/status-word.tsx';

/** The state of a job in one line, with a bar while it runs. */
export function JobProgress({ job }: { job: Pipeline }) {
  const stages = summarizeStages(job);
  const { word } = describeState(job);
  const runs = isRunning(job);
  return (
    <ProgressRow
      icon={<JobIcon job={job} />}
      label={word}
      note={describeNote(job, stages)}
      value={runs ? measureProgress(stages) : undefined}
    />
  );
}

function JobIcon({ job }: { job: Pipeline }) {
  if (isRunning(job)) return job.isHalfPrice ? <Clock3 aria-hidden size={15} /> : <SpinningIcon />;
  if (job.state === 'scheduled') return <CalendarClock aria-hidden size={15} />;
  return <StatusIcon tone={describeState(job).tone} />;
}

function describeNote(job: Pipeline, stages: ReturnType<typeof summarizeStages>): string {
  if (job.state === 'scheduled') return job.startAt === null ? '' : describeExactTime(job.startAt);
  if (job.state === 'refused') return job.reason ?? '';
  const { failed, uncertain } = countFailures(stages);
  const parts = [
    countMade(job),
    failed > 0 && `${formatCount(failed)} failed`,
    uncertain > 0 && `${formatCount(uncertain)} uncertain`,
  ];
  return parts.filter(Boolean).join(' · ');
}
