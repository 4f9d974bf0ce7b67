import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { AlertsBanner } from '../../features/alerts/alerts-banner.tsx';
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
    <AlertsBanner />
    <Box id="content" tabIndex={-1} sx={{ outline: 'none' }}>
      <Suspense>
        <Outlet />
      </Suspense>
    </Box>
    <Palette />
  </>
);
