import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTools } from '../tools/tools.ts';
import { ACTION_ITEM, ActionMenu } from '../ui/action-menu.tsx';
import { countOf } from '../ui/count.ts';
import { LabeledAction } from '../ui/labeled-action.tsx';
import type { SentPicture } from './sent-pictures.ts';
import { listReceivers, useSend } from './use-send.ts';

interface Props {
  /** Called when a tool is chosen. */
  getPictures: () => readonly SentPicture[] | Promise<readonly SentPicture[]>;
  /** How many pictures that will be. */
  count: number;
  /** Closes the dialog that the button is in. */
  onSent?: () => void;
  /** More items at the end of the menu. */
  children?: (close: () => void) => ReactNode;
}

/** Sends pictures to the form of another tool, without an upload. */
export function SendToMenu({ getPictures, count, onSent, children }: Props) {
  const tools = listReceivers(useTools());
  const { send, isSending } = useSend(onSent);
  return (
    <ActionMenu
      label={`Send ${countOf(count, 'image')} to`}
      renderButton={(props) => (
        <LabeledAction
          label="Send to"
          icon={<Send aria-hidden size={16} />}
          loading={isSending}
          loadingPosition="start"
          {...props}
        />
      )}
    >
      {(close) => [
        <ListSubheader key="count" role="presentation" sx={SUBHEADER}>
          Send {countOf(count, 'image')} to
        </ListSubheader>,
        ...tools.map(({ name, title, icon: Icon }) => (
          <MenuItem
            key={name}
            sx={ACTION_ITEM}
            onClick={() => {
              close();
              void send(name, getPictures);
            }}
          >
            <Icon aria-hidden size={16} />
            {title}
          </MenuItem>
        )),
        children?.(close),
      ]}
    </ActionMenu>
  );
}

export const SUBHEADER = { lineHeight: 2.5, bgcolor: 'transparent' } as const;
