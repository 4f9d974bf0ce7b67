import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { StatusIcon } from '../../ui/status-word.tsx';
import { findWarning, type SpendWarning as Warning } from './find-warning.ts';
import { roomQuery } from './room-query.ts';

/** `dollars`: the estimate of a form; undefined while it is unknown. */
export function useSpendWarning(dollars: number | undefined): Warning | undefined {
  const { data } = useQuery(roomQuery);
  return findWarning(data, dollars);
}

interface Props {
  /** Describes the disabled button. */
  id: string;
  warning: Warning | undefined;
}

/** A row of a form's submit bar. Takes no space without a warning. */
export const SpendWarning = ({ id, warning }: Props) => (
  <Box
    id={id}
    role="status"
    aria-label="Spending limit"
    sx={{
      gridColumn: '1 / -1',
      display: 'flex',
      gap: 2,
      fontSize: '0.8125rem',
      '& svg': { mt: '2px' },
      '&:empty': { display: 'none' },
    }}
  >
    {warning && (
      <>
        <StatusIcon tone={warning.isBlocking ? 'bad' : 'warning'} />
        <span>{warning.message}</span>
      </>
    )}
  </Box>
);
