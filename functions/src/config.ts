import { createHash } from 'node:crypto';
import type { PublicSettings } from '@portal/contracts/settings';
import { defineString, projectID, storageBucket } from 'firebase-functions/params';

/**
 * What a studio sets, in functions/.env or functions/.env.PROJECT (see README, Settings).
 * Read when used, never at module load: at load the values are not there yet.
 */
const productName = defineString('PRODUCT_NAME', { default: 'the product' });
const companyDomain = defineString('COMPANY_DOMAIN', { default: 'studio.example' });
const signInProviderName = defineString('SIGN_IN_PROVIDER_NAME', { default: 'Google' });
const externalEmails = defineString('EXTERNAL_EMAILS', {
  default: 'partner@agency.example,retoucher@freelance.example',
});
const firstAdmins = defineString('FIRST_ADMINS', { default: 'admin@studio.example' });

const webApiKey = defineString('WEB_API_KEY', { default: 'local' });

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Who is let in without being on the whitelist, and who starts as an admin. */
export interface AccessSettings {
  companyDomain: string;
  externalEmails: readonly string[];
  firstAdmins: readonly string[];
}

export const readAccessSettings = (): AccessSettings => ({
  companyDomain: companyDomain.value(),
  externalEmails: splitList(externalEmails.value()),
  firstAdmins: splitList(firstAdmins.value()),
});

export const readPublicSettings = (): PublicSettings => ({
  productName: productName.value(),
  companyDomain: companyDomain.value(),
  signInProviderName: signInProviderName.value(),
  externalEmailDigests: readAccessSettings().externalEmails.map((email) =>
    createHash('sha256').update(email).digest('hex'),
  ),
  firebase: {
    apiKey: webApiKey.value(),
    authDomain: `${projectID.value()}.firebaseapp.com`,
    projectId: projectID.value(),
    storageBucket: storageBucket.value(),
  },
  ...describeEmulators(),
});

function describeEmulators() {
  const host = process.env['FIREBASE_AUTH_EMULATOR_HOST'];
  return host === undefined ? {} : { authEmulatorUrl: `http://${host}` };
}
