import type { DirectoryUser } from '@portal/contracts/directory';
import type { Role } from '@portal/contracts/identity';
import { containsWords, splitWords } from '../../shared/search-words.ts';

export const SORTS = ['email', 'name', 'role', 'status', 'active'] as const;
export type Sort = (typeof SORTS)[number];
export type Order = 'asc' | 'desc';

/** The order of a column that is sorted for the first time. */
export const DEFAULT_ORDERS: Record<Sort, Order> = {
  email: 'asc',
  name: 'asc',
  role: 'asc',
  status: 'asc',
  active: 'desc',
};

export const STATUSES = ['allowed', 'not-allowed', 'not-signed-in'] as const;
export type Status = (typeof STATUSES)[number];

export interface View {
  role?: Role | undefined;
  status?: Status | undefined;
  sort: Sort;
  order: Order;
}

const text = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Ascending. Admins come first, and those who are not allowed last. */
const COMPARE: Record<Sort, (a: DirectoryUser, b: DirectoryUser) => number> = {
  email: (a, b) => text.compare(a.email, b.email),
  name: (a, b) => text.compare(a.displayName ?? a.email, b.displayName ?? b.email),
  role: (a, b) => Number(b.role === 'admin') - Number(a.role === 'admin'),
  status: (a, b) => rankStatus(a) - rankStatus(b),
  active: (a, b) => lastSeen(a).localeCompare(lastSeen(b)),
};

const rankStatus = ({ isWhitelisted, source }: DirectoryUser): number => {
  if (!isWhitelisted) return 2;
  return source === 'firebase' ? 0 : 1;
};

export const lastSeen = ({ lastActiveAt, metadata }: DirectoryUser): string =>
  lastActiveAt ?? metadata.lastSignInTime ?? '';

const HAS_STATUS: Record<Status, (user: DirectoryUser) => boolean> = {
  allowed: ({ isWhitelisted }) => isWhitelisted,
  'not-allowed': ({ isWhitelisted }) => !isWhitelisted,
  'not-signed-in': ({ source }) => source === 'whitelist-only',
};

/** Sorts the users who match the filters and whose email or name contains every search word. */
export function arrangeUsers(
  users: readonly DirectoryUser[],
  search: string,
  { role, status, sort, order }: View,
): DirectoryUser[] {
  const words = splitWords(search);
  const matches = (user: DirectoryUser) => {
    if (role !== undefined && user.role !== role) return false;
    if (status !== undefined && !HAS_STATUS[status](user)) return false;
    return containsWords(words, [user.email, user.displayName ?? '']);
  };
  const sign = order === 'asc' ? 1 : -1;
  return users.filter(matches).toSorted((a, b) => sign * COMPARE[sort](a, b) || COMPARE.email(a, b));
}
