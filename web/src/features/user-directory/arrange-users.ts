import type { DirectoryUser } from '@portal/contracts/directory';
import { AccessSchema, type Role } from '@portal/contracts/identity';
import { containsWords, splitWords } from '../../ui/search-words.ts';

export const SORTS = ['email', 'name', 'role', 'status', 'active', 'spent', 'limit'] as const;
export type Sort = (typeof SORTS)[number];
export type Order = 'asc' | 'desc';

/** The order of a column that is sorted for the first time. */
export const DEFAULT_ORDERS: Record<Sort, Order> = {
  email: 'asc',
  name: 'asc',
  role: 'asc',
  status: 'asc',
  active: 'desc',
  spent: 'desc',
  limit: 'desc',
};

export const STATUSES = [...AccessSchema.options, 'not-signed-in'] as const;
export type Status = (typeof STATUSES)[number];

export interface View {
  role?: Role | undefined;
  status?: Status | undefined;
  sort: Sort;
  order: Order;
}

const text = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Ascending. Admins come first, and those who are not allowed last. */
const COMPARE: Record<Sort, (a: DirectoryUser, b: DirectoryUser, defaultLimit: number | null) => number> = {
  email: (a, b) => text.compare(a.email, b.email),
  name: (a, b) => text.compare(a.displayName ?? a.email, b.displayName ?? b.email),
  role: (a, b) => Number(b.role === 'admin') - Number(a.role === 'admin'),
  status: (a, b) => rankStatus(a) - rankStatus(b),
  active: (a, b) => lastSeen(a).localeCompare(lastSeen(b)),
  spent: (a, b) => a.spentThisMonth - b.spentThisMonth,
  limit: (a, b, defaultLimit) => rankLimit(a, defaultLimit) - rankLimit(b, defaultLimit),
};

const rankStatus = ({ access, source }: DirectoryUser): number =>
  2 * AccessSchema.options.indexOf(access) + Number(source === 'whitelist-only');

/** The limit that applies; null for no limit. */
export const findLimit = (
  { ownLimit }: Pick<DirectoryUser, 'ownLimit'>,
  defaultLimit: number | null,
): number | null => (ownLimit === undefined ? defaultLimit : ownLimit);

/** No limit is the highest. A number that can be subtracted. */
const rankLimit = (user: DirectoryUser, defaultLimit: number | null): number =>
  findLimit(user, defaultLimit) ?? Number.MAX_VALUE;

export const lastSeen = ({ lastActiveAt, metadata }: DirectoryUser): string =>
  lastActiveAt ?? metadata.lastSignInTime ?? '';

const hasStatus = ({ access, source }: DirectoryUser, status: Status): boolean =>
  status === 'not-signed-in' ? source === 'whitelist-only' : access === status;

/** Sorts the users who match the filters and whose email or name contains every search word. */
export function arrangeUsers(
  users: readonly DirectoryUser[],
  search: string,
  { role, status, sort, order }: View,
  defaultLimit: number | null = null,
): DirectoryUser[] {
  const words = splitWords(search);
  const matches = (user: DirectoryUser) => {
    if (role !== undefined && user.role !== role) return false;
    if (status !== undefined && !hasStatus(user, status)) return false;
    return containsWords(words, [user.email, user.displayName ?? '']);
  };
  const sign = order === 'asc' ? 1 : -1;
  return users
    .filter(matches)
    .toSorted((a, b) => sign * COMPARE[sort](a, b, defaultLimit) || text.compare(a.email, b.email));
}
