import { createContext, use } from 'react';
import type { PublicSettings } from '@portal/contracts/settings';
import type { Role, UserInfo } from '@portal/contracts/identity';

export interface SessionUser {
  id: string;
  email: string;
  displayName: string;
  /** The first word of the display name. */
  firstName: string;
  /** The words after it. */
  lastName: string;
  /** Absent until the server has told. */
  role?: Role;
  isAdmin?: boolean;
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** `isAnswered`: the server has said who this is, or has failed to. */
  | { status: 'signed-in'; user: SessionUser; isAnswered: boolean };

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

/** True only when the server has said so. */
export const isAdmin = (session: Session): boolean =>
  session.status === 'signed-in' && session.user.isAdmin === true;

/** The person is known to be no admin: not merely unknown yet. */
export const isKnownNonAdmin = (session: Session): boolean =>
  session.status === 'signed-in' && session.isAnswered && !isAdmin(session);

/** What the identity provider and the server say of someone, as the portal holds it. */
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
