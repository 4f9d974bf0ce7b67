import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { formatTotal } from '../../ui/dollars.ts';
import { formatLimit } from './format-limit.ts';
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
        pt: 1.5,
        pb: 2.5,
        mb: 1,
        borderBottom: '1px solid',
        borderColor: 'divider',
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      {person && <div>{`This month: ${formatTotal(person.spent)} of ${formatLimit(person.limit)}`}</div>}
      {saved > 0 && <div>{`Saved ${formatTotal(saved)} this month`}</div>}
    </Box>
  );
}
