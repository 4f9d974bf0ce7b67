import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import type { ReactElement } from 'react';
import { useTools } from '../registered-tools/tools.ts';
import { ACTION_ITEM } from '../../ui/action-menu.tsx';
import { countOf } from '../../ui/count.ts';
import type { SentPicture } from './sent-pictures.ts';
import { listReceivers, useSend } from './use-send.ts';

interface Options {
  /** Called when a tool is chosen. */
  getPictures: () => readonly SentPicture[] | Promise<readonly SentPicture[]>;
  /** How many pictures that will be. */
  count: number;
  /** Closes the dialog that the menu is in. */
  onSent?: () => void;
}

/** Items of a menu, one for each tool that pictures can be sent to. A list, since a menu moves the focus among its children. */
export function useSendItems({ getPictures, count, onSent }: Options) {
  const tools = listReceivers(useTools());
  const { send, isSending } = useSend(onSent);
  const listItems = (close: () => void): ReactElement[] => [
    <ListSubheader key="count" role="presentation" sx={SUBHEADER}>
      Send {countOf(count, 'image')} to
    </ListSubheader>,
    ...tools.map(({ name, title, icon: Icon }) => (
      <MenuItem
        key={name}
        // In a menu with other items, the name of the tool alone says too little.
        aria-label={`Send to ${title}`}
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
  ];
  return { listItems, isSending };
}

export const SUBHEADER = { lineHeight: 2.5, bgcolor: 'transparent' } as const;
