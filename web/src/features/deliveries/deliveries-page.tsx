import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { accountsQuery, deliveriesQuery } from '../../tools/deliveries/deliveries-query.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/notice-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { AccountsPanel } from './accounts-panel.tsx';
import { DeliveryCard } from './delivery-card.tsx';

/** What went to which agency, and when. */
export function DeliveriesPage() {
  const deliveries = useQuery(deliveriesQuery);
  const { data: accounts } = useQuery(accountsQuery);
  const loadError = useLoadError(deliveries);
  return (
    <PageBody>
      <PageHeader title="Deliveries" subtitle="What was sent to agencies in the last 3 days" />
      <StaleNotice query={deliveries} />
      <AccountsPanel />
      {deliveries.isPending && !loadError && (
        <Loading label="Loading deliveries" sx={{ display: 'grid', gap: 4 }}>
          <Skeleton variant="rounded" height={150} />
          <Skeleton variant="rounded" height={150} />
        </Loading>
      )}
      {loadError && (
        <LoadFailure
          title="The deliveries could not be loaded"
          error={loadError}
          onTryAgain={() => void deliveries.refetch()}
        />
      )}
      {deliveries.data?.length === 0 && accounts && accounts.length > 0 && (
        <EmptyState title="No deliveries yet">
          Select pictures in the Library, choose Export for agency, then Send to agency.
        </EmptyState>
      )}
      {deliveries.data?.length === 0 && accounts?.length === 0 && (
        <EmptyState title="Deliveries are off">
          An admin can turn them on in Settings once the studio has an account at an agency.
        </EmptyState>
      )}
      {deliveries.data && deliveries.data.length > 0 && (
        <Box
          component="ul"
          aria-label="Deliveries"
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4 }}
        >
          {deliveries.data.map((delivery) => (
            <DeliveryCard key={delivery.id} delivery={delivery} />
          ))}
        </Box>
      )}
    </PageBody>
  );
}
