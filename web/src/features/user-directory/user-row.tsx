import type { DirectoryUser } from '@portal/contracts/directory';
import { formatDollars } from '@portal/contracts/dollars';
import { RoleSchema, type Access, type Role } from '@portal/contracts/identity';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { Pencil } from 'lucide-react';
import type { Ref } from 'react';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusWord, type Tone } from '../../ui/status-word.tsx';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { ACCESS_WORDS } from './access-words.ts';
import { findLimit, lastSeen } from './arrange-users.ts';

interface Props {
  ref: Ref<HTMLTableRowElement>;
  /** Among the users shown. */
  index: number;
  user: DirectoryUser;
  /** The signed-in admin, who cannot change their own access. */
  isSelf: boolean;
  isPending: boolean;
  onChangeRole: (role: Role) => void;
  /** Of everyone without an own one; null for no limit. */
  defaultLimit: number | null;
  onChangeLimit: () => void;
  onAllow: () => void;
  onInvite: () => void;
  onRevoke: () => void;
}

export function UserRow({
  ref,
  index,
  user,
  isSelf,
  isPending,
  defaultLimit,
  onChangeRole,
  onChangeLimit,
  ...actions
}: Props) {
  const isWhitelistOnly = user.source === 'whitelist-only';
  const seen = lastSeen(user);
  return (
    <tr ref={ref} data-index={index} aria-rowindex={index + 2}>
      <th scope="row">
        <Person user={user} />
      </th>
      <Box component="td" data-column="role">
        <Select
          sx={{ minWidth: 92 }}
          value={user.role}
          disabled={isWhitelistOnly || isPending || isSelf}
          title={isSelf ? 'You cannot change your own role.' : undefined}
          inputProps={{ 'aria-label': `Role of ${user.email}` }}
          onChange={({ target }) => onChangeRole(RoleSchema.parse(target.value))}
        >
          <MenuItem value="user">User</MenuItem>
          <MenuItem value="admin">Admin</MenuItem>
        </Select>
      </Box>
      <td data-column="status">
        <Status {...user} />
      </td>
      <Box component="td" data-column="spend">
        {!isWhitelistOnly && <Spend user={user} defaultLimit={defaultLimit} onChangeLimit={onChangeLimit} />}
      </Box>
      <Box component="td" data-column="active" sx={SECONDARY}>
        {seen === '' ? 'Never active' : <RelativeTime value={seen} />}
      </Box>
      <td data-column="actions">
        <Actions user={user} canRevoke={!isPending && !isSelf} isSelf={isSelf} {...actions} />
      </td>
    </tr>
  );
}

function Person({ user: { email, displayName, photoURL } }: { user: DirectoryUser }) {
  const name = displayName ?? email;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Avatar
        {...(photoURL !== null && { src: photoURL })}
        alt=""
        sx={{ width: 32, height: 32, fontSize: 13, bgcolor: 'text.secondary' }}
      >
        {name.slice(0, 1).toUpperCase()}
      </Avatar>
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap title={email} sx={{ fontWeight: 500 }}>
          {email}
        </Typography>
        <Typography noWrap variant="body2" color="textSecondary">
          {displayName ?? 'No name'}
        </Typography>
      </Box>
    </Box>
  );
}

const SOURCES: Record<DirectoryUser['source'], string> = {
  firebase: 'has signed in',
  'whitelist-only': 'not signed in yet',
};

const ACCESS_TONES: Record<Access, Tone> = {
  allowed: 'good',
  'not-allowed': 'warning',
  'not-verified': 'warning',
  disabled: 'bad',
  banned: 'bad',
};

const Status = ({ access, isWhitelisted, source }: DirectoryUser) => (
  <Box title={source} sx={{ fontSize: '0.8125rem' }}>
    <StatusWord tone={ACCESS_TONES[access]} word={ACCESS_WORDS[access]} />
    <Box sx={SECONDARY}>
      {isWhitelisted ? 'Whitelisted' : 'Not whitelisted'} · {SOURCES[source]}
    </Box>
  </Box>
);

type SpendProps = Pick<Props, 'user' | 'defaultLimit' | 'onChangeLimit'>;

/** The month's spend, and below it the limit as a button that changes it. */
function Spend({ user, defaultLimit, onChangeLimit }: SpendProps) {
  const limit = findLimit(user, defaultLimit);
  const isOver = limit !== null && user.spentThisMonth >= limit;
  const words = limit === null ? 'No limit' : `of ${formatDollars(limit)}`;
  return (
    <>
      <Box sx={{ color: isOver ? 'error.main' : 'text.primary', fontSize: '0.8125rem' }}>
        {formatDollars(user.spentThisMonth)}
        {isOver && (
          <Box component="span" sx={VISUALLY_HIDDEN}>
            {' Limit used up'}
          </Box>
        )}
      </Box>
      <ButtonBase
        sx={LIMIT}
        aria-label={`Monthly limit of ${user.email}: ${words}`}
        title={user.ownLimit === undefined ? 'Default limit' : 'Own limit'}
        onClick={onChangeLimit}
      >
        {words}
        <Pencil aria-hidden size={12} />
      </ButtonBase>
    </>
  );
}

const LIMIT = {
  gap: 1.5,
  mx: -1.5,
  px: 1.5,
  minHeight: 24,
  borderRadius: '6px',
  font: 'inherit',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
  '&:hover, &:focus-visible': { color: 'text.primary', bgcolor: 'action.hover' },
} as const;

interface ActionsProps extends Pick<Props, 'user' | 'isSelf' | 'onAllow' | 'onInvite' | 'onRevoke'> {
  canRevoke: boolean;
}

const Actions = ({ user, isSelf, canRevoke, onAllow, onInvite, onRevoke }: ActionsProps) => (
  <Box sx={{ display: 'flex', justifyContent: 'end', gap: 1 }}>
    {!user.isWhitelisted && user.email !== '' && (
      <Button variant="outlined" aria-label={`Allow ${user.email}`} onClick={onAllow}>
        Allow
      </Button>
    )}
    {user.source === 'whitelist-only' && (
      <Button color="inherit" sx={{ px: 2 }} aria-label={`Invite ${user.email}`} onClick={onInvite}>
        Invite
      </Button>
    )}
    <span title={isSelf ? 'You cannot revoke your own access.' : undefined}>
      <Button
        color="error"
        sx={{ px: 2, mr: -2 }}
        disabled={!canRevoke}
        aria-label={`Revoke ${user.email}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </span>
  </Box>
);

const SECONDARY = { fontSize: '0.8125rem', color: 'text.secondary' } as const;
