import { checkDeliveryAccount, PROTOCOL_TITLES } from '@portal/contracts/delivery';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { accountsQuery } from '../../tools/deliveries/deliveries-query.ts';
import { isAdmin, useSession } from '../../client/session/session.ts';
import { toastFailure } from '../../client/toast/toast-store.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { StatusIcon } from '../../ui/status-word.tsx';

type Account = Awaited<ReturnType<NonNullable<typeof accountsQuery.queryFn>>>[number];

/** For admins: the studio's accounts. Never user or password. */
export function AccountsPanel() {
  const { session } = useSession();
  const { data: accounts = [] } = useQuery(accountsQuery);
  if (!isAdmin(session) || accounts.length === 0) return undefined;
  return (
    <Card component="section" aria-label="Agency accounts" sx={{ p: 5, mb: 5, display: 'grid', gap: 3 }}>
      <Typography variant="h3" component="h2">
        Agency accounts
      </Typography>
      {accounts.map((account) => (
        <AccountRow key={account.agency} account={account} />
      ))}
    </Card>
  );
}

function AccountRow({ account: { agency, agencyName, protocol, host } }: { account: Account }) {
  const check = useMutation({
    mutationFn: () => call(checkDeliveryAccount, { params: { agency } }),
    onError: toastFailure,
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {agencyName}
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {PROTOCOL_TITLES[protocol]} · {host}
        </Box>
        <Box role="status" sx={{ fontSize: '0.8125rem' }}>
          {check.data && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 1 }}>
              <StatusIcon tone={check.data.isReachable ? 'good' : 'bad'} />
              {check.data.message}
            </Box>
          )}
        </Box>
      </Box>
      <LoadingButton
        variant="outlined"
        color="inherit"
        size="small"
        loading={check.isPending}
        aria-label={`Check connection to ${agencyName}`}
        onClick={() => check.mutate()}
      >
        Check connection
      </LoadingButton>
    </Box>
  );
}
