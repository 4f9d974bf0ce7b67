import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useRouteError } from 'react-router-dom';
import { fullPictures, pictures } from '../client/api/picture-cache.ts';
import { USER_DATA_CLEARED } from '../client/api/user-data.ts';
import { DELIVERIES_PATH } from '../tools/deliveries/deliveries-path.ts';
import { sharedPath } from '../client/session/shared-path.ts';
import { ToolsContext } from '../pictures/registered-tools/tools.ts';
import { watchDialogHistory } from '../ui/dialog-history.ts';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { ADMIN_PAGES } from './registry/admin-pages.ts';
import { JOB_PAGES } from './registry/job-pages.ts';
import { TOOLS } from './registry/tools.ts';
import { BrokenPage } from './root-boundary.tsx';
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
          ...TOOLS.map(makeLazyRoute),
          {
            path: '/library',
            lazy: async () => ({
              Component: (await import('../features/library/library-page.tsx')).LibraryPage,
            }),
          },
          {
            path: DELIVERIES_PATH,
            lazy: async () => ({
              Component: (await import('../features/deliveries/deliveries-page.tsx')).DeliveriesPage,
            }),
          },
          ...JOB_PAGES.map(makeLazyRoute),
          {
            path: sharedPath(':token'),
            lazy: async () => ({
              Component: (await import('../features/shared-batch/shared-batch-page.tsx')).SharedBatchPage,
            }),
          },
          {
            path: '/admin',
            lazy: async () => ({ Component: (await import('./shell/admin-layout.tsx')).AdminLayout }),
            children: [
              { index: true, element: <Navigate to="/admin/user-directory" replace /> },
              ...ADMIN_PAGES.map(makeLazyRoute),
              { path: '*', element: <NotFoundPage /> },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
]);

function makeLazyRoute({ path, page }: { path: string; page: () => Promise<ComponentType> }) {
  return { path, lazy: async () => ({ Component: await page() }) };
}

watchDialogHistory();
addEventListener(USER_DATA_CLEARED, () => {
  pictures.forget();
  fullPictures.forget();
});

export const SignedInApp = () => (
  <ToolsContext value={TOOLS}>
    <RouterProvider router={router} />
  </ToolsContext>
);

function BrokenRoute() {
  return <BrokenPage error={useRouteError()} />;
}
