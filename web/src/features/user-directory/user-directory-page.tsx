import type { Directory } from '@portal/contracts/directory';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Loading } from '../../shared/ui/loading.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/notice-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { arrangeUsers, SORTS, type Sort } from './arrange-users.ts';
import { directoryQuery } from './directory-query.ts';
import { UserList } from './user-list.tsx';
import { WhitelistForm } from './whitelist-form.tsx';

export function UserDirectoryPage() {
  const directory = useQuery(directoryQuery);
  return (
    <>
      <PageHeader title="User Directory" subtitle="Who can use the portal and in which role">
        {directory.data && (
          <Typography color="textSecondary">{describeCount(directory.data.totalUsers)}</Typography>
        )}
      </PageHeader>
      <WhitelistForm />
      <Box sx={{ mt: 8 }}>
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
        {directory.data && <LoadedList {...directory.data} />}
      </Box>
    </>
  );
}

const describeCount = (total: number) => `${total.toLocaleString('en')} ${total === 1 ? 'user' : 'users'}`;

const UNAVAILABLE = 'Firebase Admin SDK is not available. Check your configuration.';

function LoadedList({ users, firebaseAvailable }: Directory['data']) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>('email');
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
  const shown = arrangeUsers(users, deferredSearch, sort);
  return (
    <>
      {!firebaseAvailable && (
        <Typography role="alert" color="error" sx={{ mb: 4 }}>
          {UNAVAILABLE} Only the whitelist is shown.
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 2, mb: 4 }}>
        <TextField
          type="search"
          label="Search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          sx={{ flexGrow: 1, maxWidth: 360 }}
          slotProps={{
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search aria-hidden size={16} />
                </InputAdornment>
              ),
            },
          }}
        />
        <TextField select label="Sort by" value={sort} sx={{ minWidth: 140 }}>
          {Object.entries(SORTS).map(([key, label]) => (
            <MenuItem key={key} value={key} onClick={() => isSort(key) && setSort(key)}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {shown.length === 0 ? (
        <EmptyState title="No matches">No email or name contains “{deferredSearch.trim()}”.</EmptyState>
      ) : (
        <UserList users={shown} />
      )}
    </>
  );
}

const isSort = (key: string): key is Sort => key in SORTS;

const LoadingList = () => (
  <Loading label="Loading users" sx={{ display: 'grid', gap: 2 }}>
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} variant="rounded" height={56} />
    ))}
  </Loading>
);
