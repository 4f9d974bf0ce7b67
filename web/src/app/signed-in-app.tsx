import type { ComponentType } from 'react';
import { createBrowserRouter, RouterProvider, useRouteError } from 'react-router-dom';
import { Toaster } from '../shared/toast/toaster.tsx';
import { ToolsContext } from '../shared/tools/tools.ts';
import { watchDialogHistory } from '../shared/ui/dialog-history.ts';
import { FullScreenSpinner } from '../shared/ui/full-screen-spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { ADMIN_PAGES } from './registry/admin-pages.ts';
import { TOOLS } from './registry/tools.ts';
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
          ...TOOLS.map(makeLazyRoute),
          {
            path: '/admin',
            element: <AdminLayout />,
            children: [
              { index: true, element: <AdminIndex /> },
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

export const SignedInApp = () => (
  <ToolsContext value={TOOLS}>
    <RouterProvider router={router} />
    <Toaster />
  </ToolsContext>
);

function BrokenRoute() {
  return <BrokenPage error={useRouteError()} />;
}
