import type { Directory } from '@portal/contracts/directory';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { countOf, formatCount } from '../../ui/count.ts';
import { Loading } from '../../ui/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/notice-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { arrangeUsers, type View } from './arrange-users.ts';
import { directoryQuery } from './directory-query.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { useView } from './use-view.ts';
import { UserFilters } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';
import { WhitelistForm } from './whitelist-form.tsx';

export function UserDirectoryPage() {
  const directory = useQuery(directoryQuery);
  const [invited, setInvited] = useState<string>();
  const [view] = useView();
  const [showsControls, setShowsControls] = useState(view.role !== undefined || view.status !== undefined);
  return (
    <>
      <PageHeader title="User Directory" subtitle="Who can use the portal and in which role">
        <Box sx={HEADER_END}>
          {directory.data && (
            <Typography color="textSecondary">{describeCount(directory.data.totalUsers)}</Typography>
          )}
          <Button
            variant="outlined"
            aria-expanded={showsControls}
            startIcon={<SlidersHorizontal aria-hidden size={15} />}
            onClick={() => setShowsControls(!showsControls)}
            sx={{ display: { sm: 'none' }, ml: 'auto' }}
          >
            Add or filter
          </Button>
        </Box>
      </PageHeader>
      <Box sx={{ display: { xs: showsControls ? 'block' : 'none', sm: 'block' }, mb: 8 }}>
        <WhitelistForm onInvite={setInvited} />
      </Box>
      <Box>
        {directory.isPending && <LoadingList />}
        {directory.isError && (
          <ErrorState
            title={`Failed to load user directory: ${directory.error.message}`}
            action={
              <Button variant="outlined" onClick={() => void directory.refetch()}>
                Try again
              </Button>
            }
          />
        )}
        {directory.data && (
          <LoadedList directory={directory.data} showsControls={showsControls} onInvite={setInvited} />
        )}
      </Box>
      {invited !== undefined && <InvitationDialog email={invited} onClose={() => setInvited(undefined)} />}
    </>
  );
}

/** Below the title on a phone. */
const HEADER_END = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  width: { xs: '100%', sm: 'auto' },
} as const;

const describeCount = (total: number) => countOf(total, 'user');

const UNAVAILABLE = 'Firebase Admin SDK is not available. Check your configuration.';

interface ListProps {
  directory: Directory['data'];
  /** On a phone. Wider screens always show all controls. */
  showsControls: boolean;
  onInvite: (email: string) => void;
}

function LoadedList({
  directory: { users, defaultLimit, firebaseAvailable },
  showsControls,
  onInvite,
}: ListProps) {
  const [search, setSearch] = useState('');
  const [view, changeView] = useView();
  const deferredSearch = useDeferredValue(search);
  if (users.length === 0) {
    return (
      <EmptyState
        title={
          firebaseAvailable ? 'No users have signed up yet or Firebase may be unreachable.' : UNAVAILABLE
        }
      />
    );
  }
  const shown = arrangeUsers(users, deferredSearch, view, defaultLimit);
  const clear = () => {
    setSearch('');
    changeView({ role: undefined, status: undefined });
  };
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      {!firebaseAvailable && (
        <Typography role="alert" color="error" sx={{ mb: 4 }}>
          {UNAVAILABLE} Only the whitelist is shown.
        </Typography>
      )}
      <UserFilters
        search={search}
        view={view}
        showsChoices={showsControls}
        onSearch={setSearch}
        onChange={changeView}
      />
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mb: 2, '&:empty': { mb: 0 } }}>
        {shown.length < users.length && `${formatCount(shown.length)} of ${describeCount(users.length)}`}
      </Typography>
      {shown.length === 0 ? (
        <NoMatches search={deferredSearch.trim()} view={view} onClear={clear} />
      ) : (
        <UserTable
          users={shown}
          defaultLimit={defaultLimit}
          view={view}
          onSort={changeView}
          onInvite={onInvite}
        />
      )}
    </Box>
  );
}

interface NoMatchesProps {
  search: string;
  view: View;
  onClear: () => void;
}

const NoMatches = ({ search, view: { role, status }, onClear }: NoMatchesProps) => (
  <EmptyState
    title="No matches"
    action={
      <Button variant="outlined" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    {role === undefined && status === undefined
      ? `No email or name contains “${search}”.`
      : 'No user matches the search and the filters.'}
  </EmptyState>
);

const LoadingList = () => (
  <Loading label="Loading users" sx={{ display: 'grid', gap: 2 }}>
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} variant="rounded" height={56} />
    ))}
  </Loading>
);
