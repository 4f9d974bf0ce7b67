import type { DirectoryUser } from '@portal/contracts/directory';
import Card from '@mui/material/Card';
import Box from '@mui/material/Box';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../client/session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { View } from './arrange-users.ts';
import {
  useChangeLimit,
  useChangeRole,
  usePendingRoleChanges,
  useRevokeAccess,
  useWhitelistEmail,
} from './directory-query.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { UserRow } from './user-row.tsx';
import { TableHead } from './table-head.tsx';
import { COLUMN_COUNT, USER_TABLE } from './table-style.ts';

const ROW_PX = 61;

interface Props {
  users: readonly DirectoryUser[];
  /** Of everyone without an own one; null for no limit. */
  defaultLimit: number | null;
  view: View;
  onSort: (order: Pick<View, 'sort' | 'order'>) => void;
  onInvite: (email: string) => void;
}

/** Virtualized, so that thousands of users scroll smoothly. Rows are cards where the table would not fit. */
export function UserTable({ users, defaultLimit, view, onSort, onInvite }: Props) {
  const { session } = useSession();
  const allow = useWhitelistEmail();
  const changeRole = useChangeRole();
  const revoke = useRevokeAccess();
  const [toRevoke, setToRevoke] = useState<DirectoryUser>();
  const [toLimit, setToLimit] = useState<DirectoryUser>();
  const changeLimit = useChangeLimit();
  const table = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  // oxlint-disable-next-line react/incompatible-library -- the list rerenders on every scroll anyway
  const rows = useWindowVirtualizer({
    count: users.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: table.current?.offsetTop ?? 0,
    getItemKey: (index) => users[index]?.uid ?? index,
  });
  const pending = usePendingRoleChanges();
  const shown = rows.getVirtualItems();
  const above = (shown[0]?.start ?? 0) - (shown[0] ? rows.options.scrollMargin : 0);
  const below = rows.getTotalSize() + rows.options.scrollMargin - (shown.at(-1)?.end ?? 0);

  // The row or button that had the focus may have gone.
  useEffect(() => {
    if (!hasActed.current || document.activeElement !== document.body) return;
    hasActed.current = false;
    table.current?.focus({ preventScroll: true });
  }, [users]);
  const allowUser = ({ email }: DirectoryUser) => {
    hasActed.current = true;
    allow.mutate(email);
  };
  const revokeUser = (user: DirectoryUser) => {
    hasActed.current = true;
    revoke.mutate(user);
  };

  return (
    <Card ref={table} tabIndex={-1} sx={USER_TABLE}>
      <table aria-label="Users" aria-rowcount={users.length + 1}>
        <TableHead view={view} onSort={onSort} />
        <tbody>
          <Space height={above} />
          {shown.map(({ key, index }) => {
            const user = users[index];
            return (
              user && (
                <UserRow
                  key={key}
                  ref={rows.measureElement}
                  index={index}
                  user={user}
                  isSelf={session.status === 'signed-in' && session.user.id === user.uid}
                  isPending={pending.has(user.uid)}
                  onChangeRole={(role) => changeRole.mutate({ uid: user.uid, role })}
                  onAllow={() => allowUser(user)}
                  onInvite={() => onInvite(user.email)}
                  defaultLimit={defaultLimit}
                  onChangeLimit={() => setToLimit(user)}
                  onRevoke={() => setToRevoke(user)}
                />
              )
            );
          })}
          <Space height={below} />
        </tbody>
      </table>
      {toLimit && (
        <LimitDialog
          user={toLimit}
          defaultLimit={defaultLimit}
          onSave={(ownLimit) => changeLimit.mutate({ uid: toLimit.uid, ownLimit })}
          onClose={() => setToLimit(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        title="Revoke access?"
        confirmLabel="Revoke access"
        onClose={() => setToRevoke(undefined)}
        onConfirm={() => toRevoke && revokeUser(toRevoke)}
      >
        {toRevoke && describeRevocation(toRevoke)}
      </ConfirmDialog>
    </Card>
  );
}

/** Stands for the rows that are not rendered. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden data-space>
      <Box component="td" colSpan={COLUMN_COUNT} style={{ height }} />
    </tr>
  );

const describeRevocation = ({ email, source }: DirectoryUser): string =>
  source === 'whitelist-only'
    ? `${email} will be removed from the whitelist.`
    : `${email} will be signed out, the account deleted and the email banned. Whitelist it again to lift the ban.`;
