import Alert from '@mui/material/Alert';
import Portal from '@mui/material/Portal';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';

/** In a portal, since an open viewer hides the page from screen readers. */
export function DownloadAlert({ isShown }: { isShown: boolean }) {
  const [isClosed, setIsClosed] = useState(false);
  if (!isShown || isClosed) return undefined;
  return (
    <Portal>
      <Alert
        severity="error"
        variant="outlined"
        icon={<CircleAlert aria-hidden size={18} />}
        onClose={() => setIsClosed(true)}
        sx={{
          position: 'fixed',
          zIndex: 'tooltip',
          bottom: 24,
          left: '50%',
          transform: 'translateX(-50%)',
          width: 'max-content',
          maxWidth: 'calc(100vw - 32px)',
          bgcolor: 'background.paper',
          boxShadow: '0 8px 32px rgb(0 0 0 / 0.2)',
        }}
      >
        Download failed. Please try again.
      </Alert>
    </Portal>
  );
}
