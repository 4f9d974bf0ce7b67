import { formatDollars } from '@portal/contracts/dollars';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { roomQuery } from './room-query.ts';
import { savingsQuery } from './savings-query.ts';

/** 'This month: $12.40 of $20', for a person with a limit, and what half price has saved. */
export function MonthRoom() {
  const { data: room } = useQuery(roomQuery);
  const { data: savings } = useQuery(savingsQuery);
  const person = room?.person;
  const saved = savings?.dollars ?? 0;
  if (!person && saved === 0) return undefined;
  return (
    <Box
      role="note"
      sx={{
        px: 3,
        pt: 2.5,
        pb: 1.5,
        mt: 1,
        borderTop: '1px solid',
        borderColor: 'divider',
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      {person && <div>{`This month: ${formatDollars(person.spent)} of ${formatDollars(person.limit)}`}</div>}
      {saved > 0 && <div>{`Saved ${formatDollars(saved)} this month`}</div>}
    </Box>
  );
}
