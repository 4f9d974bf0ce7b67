import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { geminiStatsQuery } from '../../../shared/generation/form-queries.ts';
import { isAdmin, useSession } from '../../../shared/session/session.ts';
import { listMonths } from '../../../shared/spend/list-months.ts';
import { spendQuery } from '../../../shared/spend/spend-query.ts';
import { countOf, formatCount } from '../../../shared/ui/count.ts';
import { formatTotal } from '../../../shared/ui/dollars.ts';
import { StatusIcon } from '../../../shared/ui/status-word.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';

interface Props {
  /** Dollars of the job. */
  total: number;
  /** Its pictures of the google family. */
  googlePictures: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** What is left of the month's budget, which admins may see, and of today's pictures of the google family. */
export function BudgetLeft({ total, googlePictures }: Props) {
  const { session } = useSession();
  const now = useNow(HOUR_MS);
  const spend = useQuery({ ...spendQuery(listMonths(new Date(now))[0] ?? ''), enabled: isAdmin(session) });
  const google = useQuery({ ...geminiStatsQuery, enabled: googlePictures > 0 });
  const { budget = null, dollars = 0, reserved = 0 } = spend.data ?? {};
  const left = budget === null ? undefined : Math.max(budget - dollars - reserved, 0);
  const remaining = googlePictures > 0 ? google.data?.remaining : undefined;
  if (left === undefined && remaining === undefined) return undefined;
  return (
    <Box sx={{ display: 'grid', gap: 2, fontSize: '0.8125rem', color: 'text.secondary' }}>
      {left !== undefined && (
        <Fact isEnough={total <= left}>
          {formatTotal(left)} of this month’s {formatTotal(budget ?? 0)} left
          {total > left && '. This job may stop before its end.'}
        </Fact>
      )}
      {remaining !== undefined && (
        <Fact isEnough={googlePictures <= remaining}>
          Gemini: {formatCount(remaining)} of today’s {countOf(google.data?.limit ?? 0, 'picture')} left
          {googlePictures > remaining && `, this job needs ${formatCount(googlePictures)}`}
        </Fact>
      )}
    </Box>
  );
}

const Fact = ({ isEnough, children }: { isEnough: boolean; children: ReactNode }) => (
  <Box role="status" sx={{ display: 'flex', gap: 2, ...(!isEnough && { color: 'warning.main' }) }}>
    {!isEnough && <StatusIcon tone="warning" />}
    <span>{children}</span>
  </Box>
);
