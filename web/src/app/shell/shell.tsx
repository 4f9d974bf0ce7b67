import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { isAdmin, useSession } from '../../shared/session/session.ts';
import { useLateCode } from '../../shared/ui/use-late-code.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { Palette } from './palette.tsx';

export const Shell = () => (
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
    <Alerts />
    <Box id="content" tabIndex={-1} sx={{ outline: 'none' }}>
      <Suspense>
        <Outlet />
      </Suspense>
    </Box>
    <Palette />
  </>
);

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
