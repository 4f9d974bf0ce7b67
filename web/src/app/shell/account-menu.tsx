import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isAdmin, useSession } from '../../client/session/session.ts';
import { DELIVERIES_PATH } from '../../tools/deliveries/deliveries-path.ts';
import { useLateCode } from '../../ui/use-late-code.ts';

const CLOSE_AFTER_BLUR_MS = 150;

const itemStyle = {
  display: 'block',
  width: '100%',
  px: 3,
  py: 2,
  borderRadius: '6px',
  textAlign: 'left',
  color: 'text.primary',
  textDecoration: 'none',
  font: 'inherit',
  '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
};

/** Opens from the email. Closes on Escape, on a choice, and 150 ms after focus has left it. */
export function AccountMenu() {
  const { session, logOut } = useSession();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [preferences, setPreferences] = useState({ isOpen: false, wasOpened: false });
  const dialogs = useLateCode('preferences-dialog', () => import('./preferences-dialog.tsx'), {
    isNeeded: preferences.wasOpened,
  });
  const room = useLateCode('month-room', () => import('../../tools/spend/month-room.tsx'), {
    isNeeded: isOpen,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const panel = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  if (session.status !== 'signed-in') return undefined;

  const close = () => setIsOpen(false);
  const logOutAndGoHome = async () => {
    await logOut();
    await navigate('/');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      trigger.current?.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      moveFocus(panel.current, event.key === 'ArrowDown' ? 1 : -1);
    }
  };

  return (
    <>
      <Box
        className="account"
        onKeyDown={onKeyDown}
        onFocus={() => clearTimeout(timer.current)}
        onBlur={() => {
          timer.current = setTimeout(close, CLOSE_AFTER_BLUR_MS);
        }}
      >
        <button
          ref={trigger}
          type="button"
          className="shell-button account-trigger"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="account-email">{session.user.email}</span>
          <ChevronDown aria-hidden size={16} />
        </button>
        <Box
          ref={panel}
          id={panelId}
          hidden={!isOpen}
          sx={{
            position: 'absolute',
            right: 0,
            top: 'calc(100% + 6px)',
            width: 232,
            p: 1.5,
            bgcolor: 'background.paper',
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: '12px',
            boxShadow: '0 8px 32px rgb(0 0 0 / 0.16)',
          }}
        >
          {isAdmin(session) && (
            <>
              <Box component={Link} to="/admin/user-directory" onClick={close} sx={itemStyle}>
                Admin Portal
              </Box>
              <Box component={Link} to="/admin/api" onClick={close} sx={itemStyle}>
                API Management
              </Box>
            </>
          )}
          <Box component={Link} to={DELIVERIES_PATH} onClick={close} sx={itemStyle}>
            Deliveries
          </Box>
          <MenuButton
            onClick={() => {
              close();
              setPreferences({ isOpen: true, wasOpened: true });
            }}
          >
            Preferences
          </MenuButton>
          <MenuButton onClick={() => void logOutAndGoHome()}>Logout</MenuButton>
          {/* It arrives late, so it is last: no item moves under the pointer. */}
          {isOpen && room && <room.MonthRoom />}
        </Box>
      </Box>
      {dialogs && preferences.wasOpened && (
        <dialogs.PreferencesDialog
          isOpen={preferences.isOpen}
          onClose={() => setPreferences({ ...preferences, isOpen: false })}
        />
      )}
    </>
  );
}

const MenuButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <ButtonBase onClick={onClick} sx={itemStyle}>
    {children}
  </ButtonBase>
);

function moveFocus(panel: HTMLElement | null, step: 1 | -1): void {
  const items = [...(panel?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const current = items.findIndex((item) => item === document.activeElement);
  const next =
    current === -1 ? (step === 1 ? 0 : items.length - 1) : (current + step + items.length) % items.length;
  // The panel may have just opened. It can take focus after the next paint.
  requestAnimationFrame(() => items[next]?.focus());
}
