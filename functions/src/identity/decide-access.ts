import { isCompanyEmail, type Access } from '@portal/contracts/identity';
import type { AccessSettings } from '../platform/config/config.ts';
import { AppError } from '../platform/app-error.ts';
import type { AccessFacts } from './access-store.ts';

export interface Identity {
  uid: string;
  email: string;
  isEmailVerified: boolean;
}

interface Person extends Pick<Identity, 'email' | 'isEmailVerified'> {
  /** Missing where the account was not looked up, as for a token: `identifyCaller` refuses a disabled one. */
  isDisabled?: boolean;
}

/** The only place that decides who may use the portal: for entry, for scheduled jobs and for the directory. */
export function decideAccess(
  { email, isEmailVerified, isDisabled = false }: Person,
  { isBanned, isWhitelisted }: Pick<AccessFacts, 'isBanned' | 'isWhitelisted'>,
  { companyDomain, externalEmails }: AccessSettings,
): Access {
  if (isBanned) return 'banned';
  const isListed = isWhitelisted || isCompanyEmail(email, companyDomain) || externalEmails.includes(email);
  if (!isListed) return 'not-allowed';
  if (isDisabled) return 'disabled';
  return isEmailVerified ? 'allowed' : 'not-verified';
}

/** Throws unless this person may use the portal. */
export function assertAccess(identity: Identity, facts: AccessFacts, settings: AccessSettings): void {
  const access = decideAccess(identity, facts, settings);
  if (access === 'banned') throw AppError.banned();
  if (access !== 'allowed') throw restricted(settings);
}

export const restricted = ({ companyDomain }: AccessSettings) =>
  new AppError('forbidden', 'The email is not authorized.', {
    userMessage: `Access restricted to @${companyDomain} email addresses and whitelisted accounts only.`,
  });
