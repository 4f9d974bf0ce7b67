import MenuItem from '@mui/material/MenuItem';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ACTION_ITEM, ActionMenu } from './action-menu.tsx';
import { IconAction } from './icon-action.tsx';

export interface MenuAction {
  label: string;
  icon: LucideIcon;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** A menu with what is needed less often. */
export const MoreActions = ({ actions }: { actions: readonly MenuAction[] }) => (
  <ActionMenu
    renderButton={(props) => (
      <IconAction label="More actions" {...props}>
        <Ellipsis size={18} />
      </IconAction>
    )}
  >
    {(close) =>
      actions.map(({ label, icon: Icon, onClick }) => (
        <MenuItem
          key={label}
          sx={ACTION_ITEM}
          onClick={(event) => {
            close();
            onClick(event);
          }}
        >
          <Icon aria-hidden size={16} />
          {label}
        </MenuItem>
      ))
    }
  </ActionMenu>
);
