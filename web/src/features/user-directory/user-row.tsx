import type { DirectoryUser } from '@portal/contracts/directory';
import { RoleSchema, type Role } from '@portal/contracts/identity';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { BadgeCheck, BadgeX, Clock3 } from 'lucide-react';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { lastSeen } from './arrange-users.ts';

interface Props {
  user: DirectoryUser;
  /** The signed-in admin, who cannot change their own access. */
  isSelf: boolean;
  isPending: boolean;
  onChangeRole: (role: Role) => void;
  onRevoke: () => void;
}

export function UserRow({ user, isSelf, isPending, onChangeRole, onRevoke }: Props) {
  const isWhitelistOnly = user.source === 'whitelist-only';
  const name = user.displayName ?? user.email;
  return (
    <Box
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 2,
        px: 4,
        py: 3,
        gridTemplateColumns: {
          xs: '32px minmax(0, 1fr) auto',
          md: '32px minmax(0, 3fr) minmax(0, 2fr) 104px auto',
        },
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Avatar
        {...(user.photoURL !== null && { src: user.photoURL })}
        alt=""
        sx={{ width: 32, height: 32, fontSize: 13, bgcolor: 'text.secondary' }}
      >
        {name.slice(0, 1).toUpperCase()}
      </Avatar>
      <Box sx={{ minWidth: 0, gridColumn: { xs: '2 / -1', md: 'auto' } }}>
        <Typography noWrap title={user.email} sx={{ fontWeight: 500 }}>
          {user.email}
        </Typography>
        <Typography noWrap variant="body2" color="textSecondary">
          {user.displayName ?? (isWhitelistOnly ? 'Has not signed in yet' : 'No name')}
        </Typography>
      </Box>
      <Facts user={user} />
      <Select
        sx={{ gridColumn: { xs: '2', md: 'auto' }, justifySelf: 'start', minWidth: 104 }}
        value={user.role}
        disabled={isWhitelistOnly || isPending || isSelf}
        title={isSelf ? 'You cannot change your own role.' : undefined}
        inputProps={{ 'aria-label': `Role of ${user.email}` }}
        onChange={({ target }) => onChangeRole(RoleSchema.parse(target.value))}
      >
        <MenuItem value="user">User</MenuItem>
        <MenuItem value="admin">Admin</MenuItem>
      </Select>
      <span title={isSelf ? 'You cannot revoke your own access.' : undefined}>
        <Button
          color="error"
          variant="text"
          sx={{ mr: -2 }}
          disabled={isPending || isSelf}
          aria-label={`Revoke ${user.email}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </span>
    </Box>
  );
}

const SOURCES: Record<DirectoryUser['source'], string> = {
  firebase: 'has signed in',
  'whitelist-only': 'not signed in yet',
};

function Facts({ user }: { user: DirectoryUser }) {
  const seen = lastSeen(user);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.5,
        fontSize: '0.8125rem',
        color: 'text.secondary',
        gridColumn: { xs: '2 / -1', md: 'auto' },
        '& > span': { display: 'flex', alignItems: 'center', gap: 1.5 },
      }}
    >
      <span title={`${user.isWhitelisted ? 'Whitelisted' : 'Not whitelisted'} (${user.source})`}>
        {user.isWhitelisted ? <BadgeCheck aria-hidden size={14} /> : <BadgeX aria-hidden size={14} />}
        {user.isWhitelisted ? 'Allowed' : 'Not allowed'} · {SOURCES[user.source]}
      </span>
      <span>
        <Clock3 aria-hidden size={14} />
        {seen === '' ? 'Never active' : <RelativeTime value={seen} />}
      </span>
    </Box>
  );
}
