import type { Pipeline } from '@portal/contracts/pipelines';
import Card from '@mui/material/Card';
import Box from '@mui/material/Box';
import { Hand } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  countMade,
  describeJobCost,
  describeState,
  isRunning,
  measureProgress,
  summarizeStages,
} from '../../../tools/pipelines/describe-pipeline.ts';
import { makeJobPath } from '../../../pictures/batches/jobs-path.ts';
import { ProgressRow } from '../../../ui/progress-row.tsx';
import { SpinningIcon } from '../../../ui/spinning-icon.tsx';
import { HomeSection } from './home-section.tsx';
import { LINKED_NAME, LINKED_ROW } from './linked-row.ts';

/** Jobs that run, and those that wait for the user. */
export const RunningJobs = ({ jobs }: { jobs: readonly Pipeline[] }) => (
  <HomeSection title="Jobs">
    <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {jobs.map((job) => (
        <Box key={job.id} component="li" sx={LINKED_ROW}>
          <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
            <Box component={Link} to={makeJobPath(job.id)} sx={LINKED_NAME}>
              {job.name}
            </Box>
            <ProgressRow
              icon={isRunning(job) ? <SpinningIcon /> : <Hand aria-hidden size={15} />}
              label={isRunning(job) ? countMade(job) : describeState(job).word}
              note={describeJobCost(job)}
              value={measureProgress(summarizeStages(job))}
            />
          </Box>
        </Box>
      ))}
    </Card>
  </HomeSection>
);
