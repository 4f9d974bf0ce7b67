import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { SHORT_SCREEN } from '../../shared/theme/short-screen.ts';
import { Wordmark } from '../../shared/ui/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { openPalette, PaletteHint } from './palette.tsx';

export const NavigationBar = () => (
  <Box
    component="header"
    sx={{
      position: 'sticky',
      [SHORT_SCREEN]: { position: 'static' },
      top: 0,
      zIndex: 'appBar',
      bgcolor: 'background.default',
      borderBottom: '1px solid',
      borderColor: 'divider',
    }}
  >
    <Box
      component="nav"
      aria-label="Main"
      sx={{ display: 'flex', alignItems: 'center', gap: 4, height: 56, px: { xs: 4, sm: 6 } }}
    >
      <Box component={Link} to="/" aria-label="Home" sx={{ display: 'flex', borderRadius: '8px' }}>
        <Wordmark />
      </Box>
      <Box sx={{ flexGrow: 1 }} />
      <PaletteHint onClick={openPalette} />
      <AccountMenu />
    </Box>
    <OfflineNotice />
  </Box>
);
