import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

export const NotFoundPage = () => (
  <Box
    component="main"
    sx={{ minHeight: '70dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 5, p: 6 }}
  >
    <title>Page Not Found</title>
    <h1 className="page-title">Page Not Found</h1>
    <Button href="/" variant="outlined">
      Return Home
    </Button>
  </Box>
);
