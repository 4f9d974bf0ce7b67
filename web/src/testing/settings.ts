import type { PublicSettings } from '@portal/contracts/settings';

export const SETTINGS: PublicSettings = {
  productName: 'the product',
  companyDomain: 'studio.example',
  signInProviderName: 'Google',
  firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p', storageBucket: 'b' },
};
