import { createBrowserRouter, RouterProvider, useRouteError } from 'react-router-dom';
import { Toaster } from '../shared/toast/toaster.tsx';
import { watchDialogHistory } from '../shared/ui/dialog-history.ts';
import { FullScreenSpinner } from '../shared/ui/full-screen-spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { BrokenPage } from './root-boundary.tsx';
import { AdminIndex, AdminLayout } from './shell/admin-layout.tsx';
import { Shell } from './shell/shell.tsx';

const router = createBrowserRouter([
  {
    element: <Shell />,
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [
      {
        errorElement: <BrokenRoute />,
        children: [
          {
            path: '/',
            lazy: async () => ({ Component: (await import('../features/home/home-page.tsx')).HomePage }),
          },
          {
            path: '/tools/bulk-image-generator',
            lazy: async () => ({
              Component: (await import('../features/image-generator/image-generator-page.tsx'))
                .ImageGeneratorPage,
            }),
          },
          {
            path: '/tools/upscale-enhancement',
            lazy: async () => ({
              Component: (await import('../features/upscale/upscale-page.tsx')).UpscalePage,
            }),
          },
          {
            path: '/tools/keyword-generator',
            lazy: async () => ({
              Component: (await import('../features/keyword-generator/keyword-generator-page.tsx'))
                .KeywordGeneratorPage,
            }),
          },
          {
            path: '/tools/stylizer',
            lazy: async () => ({
              Component: (await import('../features/stylizer/stylizer-page.tsx')).StylizerPage,
            }),
          },
          {
            path: '/admin',
            element: <AdminLayout />,
            children: [
              { index: true, element: <AdminIndex /> },
              {
                path: 'user-directory',
                lazy: async () => ({
                  Component: (await import('../features/user-directory/user-directory-page.tsx'))
                    .UserDirectoryPage,
                }),
              },
              {
                path: 'cloudinary',
                lazy: async () => ({
                  Component: (await import('../features/storage-cleanup/storage-cleanup-page.tsx'))
                    .StorageCleanupPage,
                }),
              },
              {
                path: 'api',
                lazy: async () => ({
                  Component: (await import('../features/api-management/api-management-page.tsx'))
                    .ApiManagementPage,
                }),
              },
              {
                path: 'settings',
                lazy: async () => ({
                  Component: (await import('../features/studio-settings/studio-settings-page.tsx'))
                    .StudioSettingsPage,
                }),
              },
              { path: '*', element: <NotFoundPage /> },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
]);

watchDialogHistory();

export const SignedInApp = () => (
  <>
    <RouterProvider router={router} />
    <Toaster />
  </>
);

function BrokenRoute() {
  return <BrokenPage error={useRouteError()} />;
}
