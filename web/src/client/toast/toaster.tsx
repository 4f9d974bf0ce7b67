import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { addToastContainer } from './toast-container.ts';
import { dismissToast, cancelDismissal, useToast } from './toast-store.ts';

const SHOWN_FOR_MS = 5000;
const SWIPE_PX = 50;

const enter = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });
const leave = keyframes({ to: { opacity: 0 } });

/** For the life of the page. */
const container = addToastContainer();

export function Toaster() {
  const message = useToast();
  return (
    <Provider duration={SHOWN_FOR_MS} swipeDirection="right" swipeThreshold={SWIPE_PX} label="Notification">
      {message && (
        <Box
          component={Root}
          key={message.id}
          open={message.isOpen}
          onOpenChange={(isOpen) => isOpen || dismissToast(message.id)}
          // The toast is hovered or focused.
          onPause={cancelDismissal}
          // Radix does not pause again after a toast was closed under the pointer.
          onPointerMove={cancelDismissal}
          type={message.isDestructive ? 'foreground' : 'background'}
          data-destructive={message.isDestructive}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto 1fr auto',
            gap: 3,
            alignItems: 'start',
            p: 4,
            borderRadius: '12px',
            border: '1px solid',
            borderColor: message.isDestructive ? 'error.main' : 'divider',
            bgcolor: 'background.paper',
            color: message.isDestructive ? 'error.main' : 'text.primary',
            boxShadow: '0 8px 32px rgb(0 0 0 / 0.2)',
            '&[data-state=open]': { animation: `${enter} 180ms ease-out` },
            '&[data-state=closed]': { animation: `${leave} 140ms ease-out` },
            '&[data-swipe=move]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
            '&[data-swipe=end]': { animation: `${leave} 140ms ease-out` },
          }}
        >
          <Box sx={{ mt: 0.5 }}>
            {message.isDestructive ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
          </Box>
          <Box>
            <Box component={Title} sx={{ fontWeight: 600 }}>
              {message.title}
            </Box>
            {message.description !== undefined && (
              <>
                {/* Radix announces all texts as one, and this one between them. */}
                <span data-radix-toast-announce-exclude="" data-radix-toast-announce-alt=": " />
                <Box component={Description} sx={{ color: 'text.secondary' }}>
                  {message.description}
                </Box>
              </>
            )}
          </Box>
          <IconButton component={Close} size="small" aria-label="Close" sx={{ m: -1 }}>
            <X size={16} />
          </IconButton>
        </Box>
      )}
      {createPortal(<ToastViewport />, container)}
    </Provider>
  );
}

const ToastViewport = () => (
  <Box
    component={Viewport}
    sx={{
      position: 'fixed',
      zIndex: 'tooltip',
      inset: { xs: '0 0 auto 0', sm: 'auto 0 0 auto' },
      width: '100%',
      '@media (min-width: 768px)': { maxWidth: 420 },
      m: 0,
      p: 4,
      listStyle: 'none',
      outline: 'none',
    }}
  />
);
