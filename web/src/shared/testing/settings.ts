import type { PublicSettings } from '@portal/contracts/settings';

export const SETTINGS: PublicSettings = {
  productName: 'the product',
  companyDomain: 'studio.example',
  signInProviderName: 'Google',
  externalEmailDigests: [],
  firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p', storageBucket: 'b' },
};
