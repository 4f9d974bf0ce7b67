import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { NEW_JOB_PATH } from '../../pictures/batches/jobs-path.ts';
import { pipelinesQuery } from '../../tools/pipelines/pipelines-query.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/notice-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { JobCard } from './list/job-card.tsx';
import { useJobThumbnails } from './list/use-job-thumbnails.ts';

/** The user's jobs, newest first. */
export function JobsPage() {
  const jobs = useQuery(pipelinesQuery);
  const loadError = useLoadError(jobs);
  const findThumbnails = useJobThumbnails(jobs.data);
  return (
    <PageBody>
      <PageHeader title="Jobs" subtitle="Many prompts, several models, all stages at once">
        <Button
          component={Link}
          to={NEW_JOB_PATH}
          variant="contained"
          startIcon={<Plus aria-hidden size={16} />}
        >
          New job
        </Button>
      </PageHeader>
      <StaleNotice query={jobs} />
      {jobs.isPending && !loadError && (
        <Loading label="Loading jobs" sx={{ display: 'grid', gap: 4 }}>
          <Skeleton variant="rounded" height={132} />
          <Skeleton variant="rounded" height={132} />
          <Skeleton variant="rounded" height={132} />
        </Loading>
      )}
      {loadError && (
        <LoadFailure
          title="The jobs could not be loaded"
          error={loadError}
          onTryAgain={() => void jobs.refetch()}
        />
      )}
      {jobs.data?.length === 0 && (
        <EmptyState title="No jobs yet">
          A job takes a list of prompts through several models and stages: generate, upscale, stylize, write
          keywords, export for an agency. You see the price before it starts.
        </EmptyState>
      )}
      {jobs.data && jobs.data.length > 0 && (
        <Box component="ul" aria-label="Jobs" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4 }}>
          {jobs.data.map((job) => (
            <JobCard key={job.id} job={job} thumbnails={findThumbnails(job)} />
          ))}
        </Box>
      )}
    </PageBody>
  );
}
