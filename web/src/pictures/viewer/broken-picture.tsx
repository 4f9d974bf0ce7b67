import Box from '@mui/material/Box';
import { ImageOff } from 'lucide-react';

/** Shown for a picture that could not be loaded or displayed. */
export const BrokenPicture = () => (
  <Box
    role="alert"
    sx={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2, color: 'text.secondary' }}
  >
    <ImageOff aria-hidden size={22} />
    This image failed to load.
  </Box>
);
