import type { DirectoryUser } from '@portal/contracts/directory';

export const SORTS = {
  email: 'Email',
  name: 'Name',
  role: 'Admins first',
  active: 'Last active',
} as const;
export type Sort = keyof typeof SORTS;

const text = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const ORDER: Record<Sort, (a: DirectoryUser, b: DirectoryUser) => number> = {
  email: (a, b) => text.compare(a.email, b.email),
  name: (a, b) => text.compare(a.displayName ?? a.email, b.displayName ?? b.email),
  role: (a, b) => Number(b.role === 'admin') - Number(a.role === 'admin') || text.compare(a.email, b.email),
  active: (a, b) => lastSeen(b).localeCompare(lastSeen(a)),
};

export const lastSeen = ({ lastActiveAt, metadata }: DirectoryUser): string =>
  lastActiveAt ?? metadata.lastSignInTime ?? '';

/** Sorts the users whose email or name contains every search word. */
export function arrangeUsers(users: readonly DirectoryUser[], search: string, sort: Sort): DirectoryUser[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ email, displayName }: DirectoryUser) => {
    const haystack = `${email} ${displayName ?? ''}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  };
  return users.filter(matches).toSorted(ORDER[sort]);
}
