import type { FailedWork } from '@portal/contracts/failed-work';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatCount } from '../../ui/count.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/notice-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { askBeforeRetry } from './describe-work.ts';
import { failedWorkQuery, useRetryWork } from './failed-work-query.ts';
import { WorkRow } from './work-row.tsx';

export function FailedWorkPage() {
  const work = useInfiniteQuery(failedWorkQuery);
  const loadError = useLoadError(work);
  const entries = work.data?.pages.flatMap((page) => page.entries) ?? [];
  const total = work.data?.pages.at(-1)?.total ?? 0;
  return (
    <>
      <PageHeader title="Failed Work" subtitle="Work that the portal could not finish">
        {total > 0 && <Typography color="textSecondary">{formatCount(total)} open</Typography>}
      </PageHeader>
      <StaleNotice query={work} />
      {work.isPending && !loadError && <LoadingList />}
      {loadError && (
        <LoadFailure
          title="Failed work could not be loaded"
          error={loadError}
          onTryAgain={() => void work.refetch()}
        />
      )}
      {work.data && <LoadedList entries={entries} />}
      {work.hasNextPage && (
        <LoadingButton
          variant="outlined"
          color="inherit"
          loading={work.isFetchingNextPage}
          onClick={() => void work.fetchNextPage()}
          sx={{ mt: 4 }}
        >
          Show more
        </LoadingButton>
      )}
    </>
  );
}

function LoadedList({ entries }: { entries: readonly FailedWork[] }) {
  const retry = useRetryWork();
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<FailedWork>();
  const [isConfirming, setIsConfirming] = useState(false);
  // The row and its button go away.
  const startRetry = (work: FailedWork) => retry.mutate(work, { onSuccess: () => list.current?.focus() });
  const ask = (work: FailedWork) => {
    if (!askBeforeRetry(work)) return startRetry(work);
    setAsked(work);
    setIsConfirming(true);
  };
  const question = asked && askBeforeRetry(asked);
  return (
    <Box ref={list} tabIndex={-1} sx={{ outline: 'none' }}>
      {entries.length === 0 ? (
        <EmptyState title="No failed work">
          Items with an unknown outcome, images that could not be stored, and files that could not be deleted
          appear here.
        </EmptyState>
      ) : (
        <Card component="ul" aria-label="Failed work" sx={LIST}>
          {entries.map((work) => (
            <WorkRow
              key={work.id}
              work={work}
              isPending={retry.isPending && retry.variables.id === work.id}
              onRetry={() => ask(work)}
            />
          ))}
        </Card>
      )}
      {asked && question && (
        <ConfirmDialog
          isOpen={isConfirming}
          title={question.title}
          confirmLabel="Retry"
          onConfirm={() => startRetry(asked)}
          onClose={() => setIsConfirming(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </Box>
  );
}

const LoadingList = () => (
  <Loading label="Loading failed work" sx={{ display: 'grid', gap: 2 }}>
    {Array.from({ length: 3 }, (_, index) => (
      <Skeleton key={index} variant="rounded" height={120} />
    ))}
  </Loading>
);

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: '1px solid', borderColor: 'divider' },
} as const;
