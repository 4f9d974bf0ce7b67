import Box from '@mui/material/Box';
import { Suspense, useLayoutEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { removeFirstPage } from '../../ui/first-page/first-page.ts';
import { isAdmin, useSession } from '../../client/session/session.ts';
import { ShortcutsSheet } from '../../ui/shortcuts/shortcuts-sheet.tsx';
import { useLateCode } from '../../ui/use-late-code.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';

export function Shell() {
  useLayoutEffect(removeFirstPage, []);
  return (
    <>
      <Box
        component="a"
        href="#content"
        sx={{
          position: 'fixed',
          zIndex: 'tooltip',
          left: 8,
          top: -60,
          p: 3,
          bgcolor: 'background.paper',
          color: 'text.primary',
          '&:focus': { top: 8 },
        }}
      >
        Skip to content
      </Box>
      <NavigationBar />
      <div className="shell">
        <Rail />
        <Box sx={{ minWidth: 0 }}>
          <Alerts />
          <Box id="content" tabIndex={-1} sx={{ outline: 'none' }}>
            <Suspense>
              <Outlet />
            </Suspense>
          </Box>
        </Box>
      </div>
      <Palette />
      <ShortcutsSheet />
      <Watcher />
    </>
  );
}

/** Loads after the first screen. */
function Watcher() {
  const code = useLateCode('batch-watcher', () => import('../../pictures/notifications/batch-watcher.tsx'));
  return code && <code.BatchWatcher />;
}

/** Only admins load it. */
function Alerts() {
  const { session } = useSession();
  return isAdmin(session) ? <AdminAlerts /> : undefined;
}

function AdminAlerts() {
  const code = useLateCode('alerts', () => import('../../features/alerts/alerts-banner.tsx'), {
    isNeeded: true,
  });
  return code && <code.AlertsBanner />;
}
