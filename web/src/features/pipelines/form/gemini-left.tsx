import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { geminiStatsQuery } from '../../../tools/generation/form-queries.ts';
import { countOf, formatCount } from '../../../ui/count.ts';
import { StatusIcon } from '../../../ui/status-word.tsx';

interface Props {
  /** Pictures of the google family in the job. */
  pictures: number;
  /** As in the draft; empty for now. */
  startAt: string;
}

/** How many pictures of the google family are left on the day of a job that makes some. */
export function GeminiLeft({ pictures, startAt }: Props) {
  const { data } = useQuery({ ...geminiStatsQuery, enabled: pictures > 0 });
  if (!data || pictures === 0) return undefined;
  const isAnotherDay = Date.parse(startAt) >= Date.parse(data.resetsAt);
  const isEnough = pictures <= (isAnotherDay ? data.limit : data.remaining);
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 2,
        fontSize: '0.8125rem',
        color: isEnough ? 'text.secondary' : 'warning.main',
      }}
    >
      {!isEnough && <StatusIcon tone="warning" />}
      <span>
        {isAnotherDay
          ? `Gemini: ${countOf(data.limit, 'picture')} a day`
          : `Gemini: ${formatCount(data.remaining)} of today’s ${countOf(data.limit, 'picture')} left`}
        {!isEnough && `, this job needs ${formatCount(pictures)}`}
      </span>
    </Box>
  );
}
