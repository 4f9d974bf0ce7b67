import type { GeminiStats } from '@portal/contracts/image-generator';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Gauge } from 'lucide-react';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { countActive } from '../../../pictures/batches/describe-progress.ts';
import { ProgressRow } from '../../../ui/progress-row.tsx';
import { describeExactTime, RelativeTime } from '../../../ui/relative-time.tsx';
import { generationBatchesQuery } from '../batches/generator.ts';
import type { FormValues } from '../../../tools/generation/form-values.ts';
import { geminiStatsQuery } from '../../../tools/generation/form-queries.ts';

/** The google family's remaining allowance for today. Hidden if it cannot be loaded. */
export function UsagePanel() {
  const { data, isPending, refetch } = useQuery(geminiStatsQuery);
  // When batches end, images that were not made return to the allowance.
  const { data: activeBatches } = useQuery({
    ...generationBatchesQuery,
    select: countActive,
    enabled: false,
  });
  useEffect(() => {
    if (activeBatches === 0) void refetch();
  }, [activeBatches, refetch]);
  if (isPending) return <Skeleton variant="rounded" height={78} />;
  return data && <Usage stats={data} />;
}

function Usage({ stats }: { stats: GeminiStats }) {
  const { control } = useFormContext<FormValues>();
  const quantity = useWatch({ control, name: 'quantity' });
  const { limit, used, remaining, limitReached, resetsAt } = stats;
  const isOverLimit = !limitReached && quantity > remaining;
  return (
    <Box
      role="group"
      aria-label="Gemini usage"
      sx={{
        display: 'grid',
        gap: 2,
        p: 3,
        borderRadius: '10px',
        border: '1px solid',
        borderColor: 'divider',
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <ProgressRow
        icon={<Gauge aria-hidden size={14} />}
        label={`${count(used)} of ${count(limit)} used today`}
        note={`${count(remaining)} left`}
        value={limit === 0 ? 1 : Math.min(used / limit, 1)}
      />
      <span>
        Resets <RelativeTime value={resetsAt} /> ({describeExactTime(resetsAt)})
      </span>
      {isOverLimit && (
        <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', color: 'warning.main' }}>
          <CircleAlert aria-hidden size={14} />
          Only {count(remaining)} {remaining === 1 ? 'image' : 'images'} left today. Lower the quantity.
        </Box>
      )}
    </Box>
  );
}

const count = (number: number) => number.toLocaleString('en');
