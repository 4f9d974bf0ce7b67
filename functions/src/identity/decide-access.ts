import { isCompanyEmail } from '@portal/contracts/identity';
import type { AccessSettings } from '../config.ts';
import { AppError } from '../platform/app-error.ts';
import type { AccessFacts } from './access-store.ts';

export interface Identity {
  uid: string;
  email: string;
  isEmailVerified: boolean;
}

/** Throws unless this person may use the portal. */
export function decideAccess(identity: Identity, facts: AccessFacts, settings: AccessSettings): void {
  if (facts.isBanned) throw AppError.banned();
  const { email, isEmailVerified } = identity;
  const isAllowed =
    isEmailVerified &&
    (isCompanyEmail(email, settings.companyDomain) ||
      settings.externalEmails.includes(email) ||
      facts.isWhitelisted);
  if (!isAllowed) throw restricted(settings);
}

export const restricted = ({ companyDomain }: AccessSettings) =>
  new AppError('forbidden', 'The email is not authorized.', {
    userMessage: `Access restricted to @${companyDomain} email addresses and whitelisted accounts only.`,
  });
