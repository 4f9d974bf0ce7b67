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
  /** `hasUserInfoSettled`: the server has answered who the user is, or has failed to, and is asked again. */
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
  session.status === 'signed-in' && session.user.role !== undefined && !isAdmin(session);

interface Account {
  uid: string;
  email: string | null;
  displayName: string | null;
  /** What the provider, such as Google, knows about the person. */
  providerData?: readonly { displayName: string | null }[];
}

interface Known {
  /** Firebase does not know yet who is signed in. */
  isStarting: boolean;
  account: Account | null | undefined;
  /** The account may use the portal. */
  isKnown: boolean;
  info: UserInfo | undefined;
  hasInfoFailed: boolean;
  /** The id of whoever was signed in when this browser last had the portal open. */
  lastUserId: string | undefined;
}

export function findSession(known: Known): Session {
  const { isStarting, account, isKnown, info, hasInfoFailed, lastUserId } = known;
  if (isStarting) return { status: 'loading' };
  if (!account) return { status: 'signed-out' };
  // The last user most likely still may.
  if (!isKnown && account.uid !== lastUserId) return { status: 'loading' };
  return {
    status: 'signed-in',
    user: describeUser(account, info),
    hasUserInfoSettled: info !== undefined || hasInfoFailed,
  };
}

/** Combines what the identity provider and the server know about a user. */
export function describeUser(account: Account, info?: UserInfo): SessionUser {
  const displayName = account.displayName ?? '';
  const providerName = account.providerData?.find((each) => each.displayName)?.displayName ?? '';
  const [firstName = '', ...others] = (displayName || providerName).trim().split(/\s+/);
  return {
    id: account.uid,
    email: account.email ?? '',
    displayName,
    firstName,
    lastName: others.join(' '),
    ...info,
  };
}
