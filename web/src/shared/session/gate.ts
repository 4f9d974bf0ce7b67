import { isCompanyEmail } from '@portal/contracts/identity';
import type { PublicSettings } from '@portal/contracts/settings';

/** Whether an email is allowed without asking the server. The server decides about all others. */
export const passesGate = (email: string, { companyDomain }: PublicSettings): boolean =>
  isCompanyEmail(email, companyDomain);

export const restrictedMessage = ({ companyDomain }: PublicSettings): string =>
  `Access restricted to @${companyDomain} email addresses and whitelisted accounts only.`;

export const BANNED_MESSAGE = 'Your account has been banned. Please contact support.';
