import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useRouteError } from 'react-router-dom';
import { fullPictures, pictures } from '../client/api/picture-cache.ts';
import { USER_DATA_CLEARED } from '../client/api/user-data.ts';
import { browserConnection, waitForConnection } from '../client/connection/connection.ts';
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
          makeLazyRoute({
            path: '/',
            page: async () => (await import('../features/home/home-page.tsx')).HomePage,
          }),
          ...TOOLS.map(makeLazyRoute),
          makeLazyRoute({
            path: '/library',
            page: async () => (await import('../features/library/library-page.tsx')).LibraryPage,
          }),
          makeLazyRoute({
            path: DELIVERIES_PATH,
            page: async () => (await import('../features/deliveries/deliveries-page.tsx')).DeliveriesPage,
          }),
          ...JOB_PAGES.map(makeLazyRoute),
          makeLazyRoute({
            path: sharedPath(':token'),
            page: async () =>
              (await import('../features/shared-batch/shared-batch-page.tsx')).SharedBatchPage,
          }),
          {
            ...makeLazyRoute({
              path: '/admin',
              page: async () => (await import('./shell/admin-layout.tsx')).AdminLayout,
            }),
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

/**
 * A page that is opened offline opens when the connection is back. Chromium remembers that a module could not be loaded until
 * the portal is reloaded (https://github.com/whatwg/html/issues/6768).
 */
function makeLazyRoute({ path, page }: { path: string; page: () => Promise<ComponentType> }) {
  const lazy = async () => {
    await waitForConnection(browserConnection);
    return { Component: await page() };
  };
  return { path, lazy };
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
