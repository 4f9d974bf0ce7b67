import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

export const NotFoundPage = () => (
  <Box
    component="main"
    sx={{ minHeight: '70dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 5, p: 6 }}
  >
    <title>Page Not Found</title>
    <Typography variant="h1">Page Not Found</Typography>
    <Button href="/" variant="outlined">
      Return Home
    </Button>
  </Box>
);
