import Box from '@mui/material/Box';
import { ImageOff } from 'lucide-react';

/** In place of a picture that could not be fetched or shown. */
export const BrokenPicture = () => (
  <Box
    role="alert"
    sx={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2, color: 'text.secondary' }}
  >
    <ImageOff aria-hidden size={22} />
    This image failed to load.
  </Box>
);
