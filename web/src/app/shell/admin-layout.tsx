import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Navigate, NavLink, Outlet } from 'react-router-dom';
import { SettingsBanner } from '../../features/studio-settings/settings-banner.tsx';
import { isAdmin, isKnownNonAdmin, useSession } from '../../client/session/session.ts';
import { SHORT_SCREEN } from '../../ui/theme/short-screen.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { ADMIN_PAGES } from '../registry/admin-pages.ts';

/** Blank until the server confirms that the user is an admin. */
export function AdminLayout() {
  const { session } = useSession();
  if (isKnownNonAdmin(session)) return <Navigate to="/" replace />;
  if (!isAdmin(session)) return undefined;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { md: '220px minmax(0, 1fr)' } }}>
      <SidePanel />
      <PageBody>
        <SettingsBanner />
        <Outlet />
      </PageBody>
    </Box>
  );
}

const SidePanel = () => (
  <Box
    component="aside"
    sx={{
      // Its texts start where other pages do.
      px: { xs: 2, sm: 4, md: 3 },
      pt: { xs: 4, md: 10 },
      pb: { xs: 0, md: 6 },
      borderRight: { md: '1px solid' },
      borderColor: { md: 'divider' },
      // Stays below the header while the page scrolls.
      position: { md: 'sticky' },
      top: { md: 57 },
      alignSelf: 'start',
      height: { md: 'calc(100dvh - 57px)' },
      [SHORT_SCREEN]: { position: 'static', height: 'auto' },
    }}
  >
    <Typography variant="h3" component="p" sx={{ px: { xs: 2, md: 3 }, mb: 2 }}>
      Admin Portal
    </Typography>
    <Box
      component="nav"
      aria-label="Admin Portal"
      sx={{ display: 'flex', flexFlow: { xs: 'row wrap', md: 'column' }, gap: 1 }}
    >
      {ADMIN_PAGES.filter(({ isInSidePanel }) => isInSidePanel).map(({ title, path }) => (
        <Box
          key={path}
          component={NavLink}
          to={path}
          sx={{
            px: { xs: 2, md: 3 },
            py: 2,
            whiteSpace: 'nowrap',
            borderRadius: '8px',
            color: 'text.secondary',
            textDecoration: 'none',
            '&:hover': { color: 'text.primary' },
            '&.active': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 500 },
          }}
        >
          {title}
        </Box>
      ))}
    </Box>
  </Box>
);
