import type { Pipeline } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { describeJobCost, describePictures } from '../../../tools/pipelines/describe-pipeline.ts';
import { describeHalfPriceJob } from '../../../tools/pipelines/half-price-stages.ts';
import { makeJobPath } from '../../../pictures/batches/jobs-path.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { describeRecipe } from '../../../tools/pipelines/describe-recipe.ts';
import { JobProgress } from './job-progress.tsx';
import type { JobThumbnail } from './use-job-thumbnails.ts';

interface Props {
  job: Pipeline;
  thumbnails: readonly JobThumbnail[];
}

/** One job of the list. The whole card leads to its page. */
export function JobCard({ job, thumbnails }: Props) {
  const titleId = useId();
  return (
    <Card component="li" aria-labelledby={titleId} sx={thumbnails.length > 0 ? WITH_STRIP : CARD}>
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0, alignContent: 'start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Box component="h2" id={titleId} sx={TITLE}>
            <Box component={Link} to={makeJobPath(job.id)} sx={LINK}>
              {job.name}
            </Box>
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
            {describeRecipe(job)}
          </Box>
        </Box>
        <JobProgress job={job} />
        <Box sx={FACTS}>
          <span>{describePictures(job)}</span>
          <span>{describeJobCost(job)}</span>
          {job.isHalfPrice && <span>{describeHalfPriceJob(job)}</span>}
          <RelativeTime value={job.createdAt} />
        </Box>
      </Box>
      {thumbnails.length > 0 && (
        <Box aria-hidden sx={STRIP}>
          {thumbnails.map(({ path, placeholder }) => (
            <Box key={path} sx={THUMBNAIL}>
              <Thumbnail path={path} placeholder={placeholder} alt="" />
            </Box>
          ))}
        </Box>
      )}
    </Card>
  );
}

const CARD = {
  position: 'relative',
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  p: { xs: 4, sm: 5 },
  transition: 'border-color 140ms ease-out',
  '&:hover': { borderColor: 'text.secondary' },
} as const;

const WITH_STRIP = {
  ...CARD,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
} as const;

const TITLE = {
  m: 0,
  typography: 'h3',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

const LINK = {
  color: 'inherit',
  textDecoration: 'none',
  // The whole card is clickable.
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '12px' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '2px' },
} as const;

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 1,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
} as const;

const STRIP = { display: 'flex', gap: 2, overflow: 'hidden' } as const;
const THUMBNAIL = { width: 72, height: 72, flexShrink: 0, borderRadius: '8px', overflow: 'hidden' } as const;
