import { ALERT_PAGES, type Alert } from '@portal/contracts/alerts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { countOf } from '../../ui/count.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { alertsQuery } from './alerts-query.ts';
import { dismiss, listShown } from './dismissed-alerts.ts';

/** More would push the page off a phone's screen. */
const MAX_SHOWN = 2;

/** On every page, for admins. The live region is always rendered, so that screen readers notice changes. */
export function AlertsBanner() {
  const { data = [] } = useQuery(alertsQuery);
  const [showsAll, setShowsAll] = useState(false);
  const [, setDismissals] = useState(0);
  const banner = useRef<HTMLElement>(null);
  const alerts = listShown(localStorage, data);
  const visible = showsAll ? alerts : alerts.slice(0, MAX_SHOWN);
  const hidden = alerts.length - visible.length;

  const showAll = () => {
    setShowsAll(true);
    banner.current?.focus();
  };
  const hide = (alert: Alert) => {
    dismiss(localStorage, alert);
    setDismissals((count) => count + 1);
    // The button goes away.
    (alerts.length > 1 ? banner.current : document.querySelector<HTMLElement>('#content'))?.focus();
  };
  return (
    <Box
      component="section"
      aria-label="Alerts"
      aria-live="polite"
      ref={banner}
      tabIndex={-1}
      sx={{ outline: 'none' }}
    >
      {visible.length > 0 && (
        <Box component="ul" sx={LIST}>
          {visible.map((alert) => (
            <AlertRow key={alert.name} alert={alert} onDismiss={() => hide(alert)} />
          ))}
          {hidden > 0 && (
            <Box component="li" sx={{ ...ROW, py: 0 }}>
              <Button size="small" onClick={showAll} sx={{ ml: 4 }}>
                Show {countOf(hidden, 'more alert')}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </Box>
  );
}

function AlertRow({ alert, onDismiss }: { alert: Alert; onDismiss: () => void }) {
  const { name, title, message, raisedAt } = alert;
  const page = ALERT_PAGES[name];
  const { pathname } = useLocation();
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: 'flex', pt: 0.5, color: 'warning.main' }}>
        <TriangleAlert aria-hidden size={16} />
      </Box>
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{title}.</strong> {message}{' '}
        <Box component="span" aria-live="off" sx={{ color: 'text.secondary' }}>
          Raised <RelativeTime value={raisedAt} />.
        </Box>{' '}
        {pathname !== page.path && (
          <Box component={Link} to={page.path} sx={{ color: 'primary.main', whiteSpace: 'nowrap' }}>
            Open {page.title}
          </Box>
        )}
      </Box>
      <IconAction label={`Dismiss: ${title}`} onClick={onDismiss} sx={{ my: -1 }}>
        <X aria-hidden size={16} />
      </IconAction>
    </Box>
  );
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  borderBottom: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

const ROW = {
  display: 'flex',
  alignItems: 'start',
  gap: 3,
  px: { xs: 4, sm: 6 },
  py: 2.5,
  '& + li': { borderTop: '1px solid', borderColor: 'divider' },
} as const;
