import { createContext, use } from 'react';
import type { PublicSettings } from '@portal/contracts/settings';
import type { Role, UserInfo } from '@portal/contracts/identity';

export interface SessionUser {
  id: string;
  email: string;
  displayName: string;
  /** The first word of the display name. */
  firstName: string;
  /** All words after the first. */
  lastName: string;
  /** Undefined until the server has answered. */
  role?: Role;
  isAdmin?: boolean;
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** `hasUserInfoSettled`: the server has answered who the user is, or has failed to. */
  | { status: 'signed-in'; user: SessionUser; hasUserInfoSettled: boolean };

export interface SessionContextValue {
  session: Session;
  settings: PublicSettings;
  logOut: () => Promise<void>;
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export function useSession(): SessionContextValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession needs a SessionProvider above it.');
  return value;
}

/** True only after the server has confirmed it. */
export const isAdmin = (session: Session): boolean =>
  session.status === 'signed-in' && session.user.isAdmin === true;

/** True only after the server has answered; false while the role is unknown. */
export const isKnownNonAdmin = (session: Session): boolean =>
  session.status === 'signed-in' && session.hasUserInfoSettled && !isAdmin(session);

interface Account {
  uid: string;
  email: string | null;
  displayName: string | null;
}

interface Known {
  /** Firebase does not know yet who is signed in. */
  isStarting: boolean;
  account: Account | null | undefined;
  /** The account may use the portal. */
  isKnown: boolean;
  info: Partial<UserInfo> | undefined;
  isInfoPending: boolean;
  /** Who was signed in when this browser last had the portal open. */
  lastUser: Account | undefined;
}

export function findSession({ isStarting, account, isKnown, info, isInfoPending, lastUser }: Known): Session {
  // The same user most likely: the page starts, and its requests wait for Firebase.
  const assumed: Session = lastUser
    ? { status: 'signed-in', user: describeUser(lastUser), hasUserInfoSettled: false }
    : { status: 'loading' };
  if (isStarting) return assumed;
  if (!account) return { status: 'signed-out' };
  if (!isKnown) return account.uid === lastUser?.uid ? assumed : { status: 'loading' };
  return { status: 'signed-in', user: describeUser(account, info), hasUserInfoSettled: !isInfoPending };
}

/** Combines what the identity provider and the server know about a user. */
export function describeUser(account: Account, info: Partial<UserInfo> = {}): SessionUser {
  const displayName = account.displayName ?? '';
  const [firstName = '', ...others] = displayName.trim().split(/\s+/);
  return {
    id: account.uid,
    email: account.email ?? '',
    displayName,
    firstName,
    lastName: others.join(' '),
    ...info,
  };
}
