import { isCompanyEmail } from '@portal/contracts/identity';
import type { PublicSettings } from '@portal/contracts/settings';

/** Whether an email is allowed without asking the server. The server decides about all others. */
export async function passesGate(email: string, settings: PublicSettings): Promise<boolean> {
  if (email === '') return false;
  if (isCompanyEmail(email, settings.companyDomain)) return true;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return settings.externalEmailDigests.includes(hex);
}

export const restrictedMessage = ({ companyDomain }: PublicSettings): string =>
  `Access restricted to @${companyDomain} email addresses and whitelisted accounts only.`;

export const BANNED_MESSAGE = 'Your account has been banned. Please contact support.';
