import { isCompanyEmail } from '@portal/contracts/identity';
import type { PublicSettings } from '@portal/contracts/settings';

/** Whether an email is allowed without asking the server. The server decides about all others. */
export const passesGate = (email: string, { companyDomain }: PublicSettings): boolean =>
  isCompanyEmail(email, companyDomain);

export const restrictedMessage = ({ companyDomain }: PublicSettings): string =>
  `Access restricted to @${companyDomain} email addresses and whitelisted accounts only.`;

export const BANNED_MESSAGE = 'Your account has been banned. Please contact support.';

/** Firebase reports nobody where someone was signed in: the account was deleted or disabled, or its token revoked. */
export const SESSION_EXPIRED_MESSAGE = 'Your session has expired. Sign in again.';
