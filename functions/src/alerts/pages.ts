import type { Alert, AlertName } from '@portal/contracts/alerts';

const FAILED_WORK = { title: 'Failed Work', path: '/admin/failed-work' };

/** Where each alert can be fixed. */
export const PAGES: Record<AlertName, Alert['page']> = {
  'uncertain-items': FAILED_WORK,
  budget: { title: 'Settings', path: '/admin/settings' },
  'provider-keys': { title: 'API Management', path: '/admin/api' },
  'nightly-cleanup': { title: 'Storage Cleanup', path: '/admin/cloudinary' },
  'failed-work': FAILED_WORK,
};
