import Menu from '@mui/material/Menu';
import { useId, useState, type MouseEvent, type ReactNode } from 'react';
import { readScheme } from './theme/read-scheme.ts';
import { useBackToClose } from './use-back-to-close.ts';

interface ButtonProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls'?: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

interface Props {
  renderButton: (props: ButtonProps) => ReactNode;
  /** The name of the menu, if it is not that of the button. */
  label?: string;
  /** Rendered once the menu is opened. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a menu. */
export function ActionMenu({ renderButton, label, children }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  /** Stays while the menu fades out. */
  const [opened, setOpened] = useState<{ scheme: string | undefined }>();
  const menuId = useId();
  const isOpen = anchor !== undefined;
  const close = () => setAnchor(undefined);
  useBackToClose(isOpen, close);
  return (
    <>
      {renderButton({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        ...(isOpen && { 'aria-controls': menuId }),
        onClick: ({ currentTarget }) => {
          setAnchor(currentTarget);
          setOpened({ scheme: readScheme(currentTarget) });
        },
      })}
      {opened && (
        <Menu
          id={menuId}
          data-scheme={opened.scheme}
          open={isOpen}
          anchorEl={anchor ?? null}
          onClose={close}
          // Keeps the menu inside the main landmark, for screen readers.
          container={() => anchor?.closest('main') ?? document.body}
          // The lock would make main a scroll container, and what is sticky in it would jump.
          disableScrollLock
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          {...(label !== undefined && { slotProps: { list: { 'aria-label': label } } })}
        >
          {children(close)}
        </Menu>
      )}
    </>
  );
}

/** The style of its items. */
export const ACTION_ITEM = {
  gap: 3,
  fontSize: '0.875rem',
  '&.Mui-focusVisible': { outlineOffset: '-2px' },
} as const;
