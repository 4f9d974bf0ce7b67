import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { DELIVERIES_PATH } from './deliveries-path.ts';
import { accountsQuery } from './deliveries-query.ts';

interface Props {
  sx: SxProps;
  onClick: () => void;
}

/** Shown where staff can send pictures to an agency. */
export function DeliveriesLink({ sx, onClick }: Props) {
  const { data: accounts = [] } = useQuery(accountsQuery);
  if (accounts.length === 0) return undefined;
  return (
    <Box component={Link} to={DELIVERIES_PATH} onClick={onClick} sx={sx}>
      Deliveries
    </Box>
  );
}
