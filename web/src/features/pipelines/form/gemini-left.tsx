import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { geminiStatsQuery } from '../../../shared/generation/form-queries.ts';
import { countOf, formatCount } from '../../../shared/ui/count.ts';
import { StatusIcon } from '../../../shared/ui/status-word.tsx';

/** What is left of today's pictures of the google family, for a job with some. */
export function GeminiLeft({ pictures }: { pictures: number }) {
  const { data } = useQuery({ ...geminiStatsQuery, enabled: pictures > 0 });
  if (!data || pictures === 0) return undefined;
  const isEnough = pictures <= data.remaining;
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
        Gemini: {formatCount(data.remaining)} of today’s {countOf(data.limit, 'picture')} left
        {!isEnough && `, this job needs ${formatCount(pictures)}`}
      </span>
    </Box>
  );
}
