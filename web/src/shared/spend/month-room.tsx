import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { formatTotal } from '../ui/dollars.ts';
import { formatLimit } from './format-limit.ts';
import { roomQuery } from './room-query.ts';

/** 'This month: $12.40 of $20', for a person with a limit. */
export function MonthRoom() {
  const { data } = useQuery(roomQuery);
  const person = data?.person;
  if (!person) return undefined;
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
      {`This month: ${formatTotal(person.spent)} of ${formatLimit(person.limit)}`}
    </Box>
  );
}
