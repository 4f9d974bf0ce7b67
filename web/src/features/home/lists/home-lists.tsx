import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useRecentLibrary, WATCHED_MS } from '../../../pictures/library/library-query.ts';
import { isRunning } from '../../../tools/pipelines/describe-pipeline.ts';
import { pipelinesQuery, recipesQuery } from '../../../tools/pipelines/pipelines-query.ts';
import { isAdmin, useSession } from '../../../client/session/session.ts';
import { listMonths } from '../../../tools/spend/list-months.ts';
import { spendQuery } from '../../../tools/spend/spend-query.ts';
import { useNow } from '../../../ui/use-now.ts';
import { ExpiringSoon } from './expiring-soon.tsx';
import { expiringQuery } from './expiring-query.ts';
import { LatestPictures } from './latest-pictures.tsx';
import { ListsSkeleton } from './lists-skeleton.tsx';
import { MonthSpend } from './month-spend.tsx';
import { findExpiring, findLatest, findRunning } from './pick-lists.ts';
import { RecipeList } from './recipe-list.tsx';
import { RunningJobs } from './running-jobs.tsx';
import { RunningNow } from './running-now.tsx';

/** All lists appear together, so that none moves another. Lists without entries are left out. */
export function HomeLists() {
  const { session } = useSession();
  const now = useNow(60_000);
  const recent = useRecentLibrary({ busyMs: WATCHED_MS });
  const expiring = useQuery(expiringQuery);
  const spend = useQuery({ ...spendQuery(listMonths(new Date(now))[0] ?? ''), enabled: isAdmin(session) });
  const jobs = useQuery(pipelinesQuery);
  const recipes = useQuery(recipesQuery);
  const isRoleSettled = session.status === 'signed-in' && session.hasUserInfoSettled;
  const isReady =
    !jobs.isPending &&
    !recipes.isPending &&
    (recent.batches !== undefined || recent.isError) &&
    !expiring.isPending &&
    isRoleSettled &&
    !(isAdmin(session) && spend.isPending);
  if (!isReady) return <ListsSkeleton />;

  const openJobs = jobs.data?.filter((job) => isRunning(job) || job.state === 'choosing') ?? [];
  const running = findRunning(recent.batches ?? [], openJobs);
  const latest = findLatest(recent.batches ?? []);
  const expiringSoon = findExpiring(expiring.data ?? [], now);
  const hasMain = openJobs.length + running.length + latest.length > 0 || recent.batches === undefined;
  const hasRecipes = recipes.data !== undefined && recipes.data.length > 0;
  const hasSide = hasRecipes || expiringSoon.length > 0 || spend.data !== undefined;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 6,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          ...(hasMain && hasSide && { lg: 'minmax(0, 1fr) 360px' }),
        },
      }}
    >
      {hasMain && (
        <Box sx={COLUMN}>
          {recent.batches === undefined && <LoadFailed onRetry={recent.retry} />}
          {openJobs.length > 0 && <RunningJobs jobs={openJobs} />}
          {running.length > 0 && <RunningNow batches={running} />}
          {latest.length > 0 && <LatestPictures latest={latest} />}
        </Box>
      )}
      {hasSide && (
        <Box sx={COLUMN}>
          {hasRecipes && <RecipeList recipes={recipes.data} />}
          {expiringSoon.length > 0 && <ExpiringSoon batches={expiringSoon} now={now} />}
          {spend.data && <MonthSpend spend={spend.data} />}
        </Box>
      )}
    </Box>
  );
}

const COLUMN = { display: 'grid', gap: 6, minWidth: 0 } as const;

const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Box
    role="status"
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, color: 'text.secondary' }}
  >
    Your latest pictures could not be loaded.
    <Button size="small" variant="outlined" onClick={onRetry}>
      Try again
    </Button>
  </Box>
);
