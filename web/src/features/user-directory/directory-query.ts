import {
  changeLimit,
  changeRole,
  makeWhitelistEntry,
  listDirectory,
  revokeAccess,
  whitelistEmail,
  type Directory,
  type DirectoryUser,
} from '@portal/contracts/directory';
import type { Role } from '@portal/contracts/identity';
import {
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
  type Mutation,
} from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { toastRefusal } from '../../client/api/toast-refusal.ts';
import { toast } from '../../client/toast/toast-store.ts';

export const directoryQuery = queryOptions({
  queryKey: [listDirectory.path],
  queryFn: async () => (await call(listDirectory)).data,
});

type Data = Directory['data'];
const CHANGE = ['directory', 'change'];

const replaceUsers = (data: Data, users: DirectoryUser[]): Data => ({
  ...data,
  users,
  totalUsers: users.length,
});

/** An optimistic change, reverted if the server rejects it. Refetches the list either way. */
function useDirectoryChange<Input>(
  kind: 'whitelist' | 'revoke' | 'role' | 'limit',
  send: (input: Input) => Promise<unknown>,
  change: (data: Data, input: Input) => Data,
  doneMessage: string,
) {
  const client = useQueryClient();
  const { queryKey } = directoryQuery;
  return useMutation({
    mutationKey: [...CHANGE, kind],
    mutationFn: send,
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, change(before, input));
      return { before };
    },
    onSuccess: () => toast(doneMessage),
    onError: (error, _input, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before);
      toastRefusal(error);
    },
    onSettled: () => {
      // A refetch during another change would undo it on screen.
      if (client.isMutating({ mutationKey: CHANGE }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}

/** What the server will most likely answer: it also knows whether the account is disabled. */
const allow = (user: DirectoryUser): DirectoryUser => ({
  ...user,
  isWhitelisted: true,
  access: user.emailVerified ? 'allowed' : 'not-verified',
});

export const useWhitelistEmail = () =>
  useDirectoryChange(
    'whitelist',
    (email: string) => call(whitelistEmail, { body: { email } }),
    (data, email) => {
      const isSame = (user: DirectoryUser) => user.email.toLowerCase() === email.toLowerCase();
      return replaceUsers(
        data,
        data.users.some(isSame)
          ? data.users.map((user) => (isSame(user) && !user.isWhitelisted ? allow(user) : user))
          : [...data.users, makeWhitelistEntry(email)],
      );
    },
    'Email added to whitelist successfully',
  );

export const useRevokeAccess = () =>
  useDirectoryChange(
    'revoke',
    ({ uid }: DirectoryUser) => call(revokeAccess, { params: { uid } }),
    (data, { uid }) =>
      replaceUsers(
        data,
        data.users.filter((user) => user.uid !== uid),
      ),
    'User access revoked successfully',
  );

interface RoleChange {
  uid: string;
  role: Role;
}

/** Users whose role change is pending. */
export function usePendingRoleChanges(): ReadonlySet<string | undefined> {
  const uids = useMutationState<string | undefined, Mutation<unknown, Error, RoleChange>>({
    filters: { mutationKey: [...CHANGE, 'role'], status: 'pending' },
    select: ({ state }) => state.variables?.uid,
  });
  return new Set(uids);
}

export const useChangeRole = () =>
  useDirectoryChange(
    'role',
    ({ uid, role }: RoleChange) => call(changeRole, { params: { uid }, body: { role } }),
    (data, { uid, role }) =>
      replaceUsers(
        data,
        data.users.map((user) => (user.uid === uid ? { ...user, role } : user)),
      ),
    'User role updated successfully',
  );

interface LimitChange {
  uid: string;
  /** Undefined for the limit of everyone, null for no limit. */
  ownLimit: number | null | undefined;
}

export const useChangeLimit = () =>
  useDirectoryChange(
    'limit',
    ({ uid, ownLimit }: LimitChange) =>
      call(changeLimit, { params: { uid }, body: ownLimit === undefined ? {} : { ownLimit } }),
    (data, { uid, ownLimit }) =>
      replaceUsers(
        data,
        data.users.map((user) => (user.uid === uid ? { ...user, ownLimit } : user)),
      ),
    'Limit saved',
  );
