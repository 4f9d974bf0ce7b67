import type { DirectoryUser } from '@portal/contracts/directory';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useSession } from '../../shared/session/session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useChangeRole, usePendingRoleChanges, useRevokeAccess } from './directory-query.ts';
import { UserRow } from './user-row.tsx';

const ROW_PX = 65;

/** Virtualized, so that thousands of users scroll smoothly. */
export function UserList({ users }: { users: readonly DirectoryUser[] }) {
  const { session } = useSession();
  const changeRole = useChangeRole();
  const revoke = useRevokeAccess();
  const [toRevoke, setToRevoke] = useState<DirectoryUser>();
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the list rerenders on every scroll anyway
  const rows = useWindowVirtualizer({
    count: users.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => users[index]?.uid ?? index,
  });
  const pending = usePendingRoleChanges();

  return (
    <Card ref={list} role="list" aria-label="Users" sx={{ '& [data-index="0"] > *': { borderTop: 0 } }}>
      <Box sx={{ position: 'relative', height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const user = users[index];
          return (
            user && (
              <Box
                key={key}
                ref={rows.measureElement}
                data-index={index}
                role="listitem"
                sx={{ position: 'absolute', inset: '0 0 auto 0' }}
                style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
              >
                <UserRow
                  user={user}
                  isSelf={session.status === 'signed-in' && session.user.id === user.uid}
                  isPending={pending.has(user.uid)}
                  onChangeRole={(role) => changeRole.mutate({ uid: user.uid, role })}
                  onRevoke={() => setToRevoke(user)}
                />
              </Box>
            )
          );
        })}
      </Box>
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        title="Revoke access?"
        confirmLabel="Revoke access"
        onClose={() => setToRevoke(undefined)}
        onConfirm={() => toRevoke && revoke.mutate(toRevoke)}
      >
        {toRevoke && describeRevocation(toRevoke)}
      </ConfirmDialog>
    </Card>
  );
}

const describeRevocation = ({ email, source }: DirectoryUser): string =>
  source === 'whitelist-only'
    ? `${email} will be removed from the whitelist.`
    : `${email} will be signed out, the account deleted and the email banned. Whitelist it again to lift the ban.`;
