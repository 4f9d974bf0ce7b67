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

/** Combines what the identity provider and the server know about a user. */
export function describeUser(
  account: { uid: string; email: string | null; displayName: string | null },
  info: Partial<UserInfo> = {},
): SessionUser {
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
