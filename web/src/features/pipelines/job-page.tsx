import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { useUserId } from '../../client/session/use-user-id.ts';
import { describeRecipe } from '../../tools/pipelines/describe-recipe.ts';
import { pipelineQuery } from '../../tools/pipelines/pipelines-query.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorState } from '../../ui/notice-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { dropChoice } from './job/choice-draft.ts';
import { JobDetails } from './job/job-details.tsx';
import { JobsLink } from './job/job-header.tsx';

export function JobPage() {
  const { id = '' } = useParams();
  return <Job key={id} id={id} />;
}

/** One job: its stages, and its pictures side by side. */
function Job({ id }: { id: string }) {
  const job = useQuery(pipelineQuery(id));
  const loadError = useLoadError(job);
  const isGone = loadError instanceof ApiFailure && loadError.status === 404;
  const userId = useUserId();
  useEffect(() => {
    if (isGone) dropChoice(userId, id);
  }, [isGone, userId, id]);
  return (
    <PageBody isWide>
      <JobsLink />
      <PageHeader title={job.data?.name ?? 'Job'} {...(job.data && { subtitle: describeRecipe(job.data) })} />
      <StaleNotice query={job} />
      {job.isPending && !loadError && (
        <Loading label="Loading the job" sx={{ display: 'grid', gap: 4 }}>
          <Skeleton variant="rounded" height={116} />
          <Skeleton variant="rounded" height={420} />
        </Loading>
      )}
      {isGone && <ErrorState title="Job not found">It was deleted, or it expired after 3 days.</ErrorState>}
      {loadError && !isGone && (
        <LoadFailure
          title="The job could not be loaded"
          error={loadError}
          onTryAgain={() => void job.refetch()}
        />
      )}
      {job.data && <JobDetails job={job.data} isCurrent={job.isFetchedAfterMount && !job.isError} />}
    </PageBody>
  );
}
