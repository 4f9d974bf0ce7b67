import type { ComponentType } from 'react';
import { SETTINGS_PATH } from '../../features/studio-settings/settings-path.ts';
import { SPEND_PATH } from '../../tools/spend/spend-path.ts';

interface AdminPage {
  title: string;
  path: string;
  /** False for API Management: the account menu and the palette lead there. */
  isInSidePanel: boolean;
  page: () => Promise<ComponentType>;
}

export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    title: 'User Directory',
    path: '/admin/user-directory',
    isInSidePanel: true,
    page: async () =>
      (await import('../../features/user-directory/user-directory-page.tsx')).UserDirectoryPage,
  },
  {
    title: 'Storage Cleanup',
    path: '/admin/cloudinary',
    isInSidePanel: true,
    page: async () =>
      (await import('../../features/storage-cleanup/storage-cleanup-page.tsx')).StorageCleanupPage,
  },
  {
    title: 'Failed Work',
    path: '/admin/failed-work',
    isInSidePanel: true,
    page: async () => (await import('../../features/failed-work/failed-work-page.tsx')).FailedWorkPage,
  },
  {
    title: 'Spend',
    path: SPEND_PATH,
    isInSidePanel: true,
    page: async () => (await import('../../features/spend/spend-page.tsx')).SpendPage,
  },
  {
    title: 'API Management',
    path: '/admin/api',
    isInSidePanel: false,
    page: async () =>
      (await import('../../features/api-management/api-management-page.tsx')).ApiManagementPage,
  },
  {
    title: 'Settings',
    path: SETTINGS_PATH,
    isInSidePanel: true,
    page: async () =>
      (await import('../../features/studio-settings/studio-settings-page.tsx')).StudioSettingsPage,
  },
];
