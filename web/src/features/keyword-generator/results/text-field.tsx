import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CopyAction } from './copy-action.tsx';

interface Props {
  id: string;
  label: string;
  /** Several controls in one: they are named by the label, which belongs to none of them. */
  isGroup?: boolean;
  /** How long it is, and may be. */
  count?: number;
  most?: number;
  problem?: string | undefined;
  /** What goes to the clipboard. */
  copied?: string;
  children: ReactNode;
}

/** A text of a picture: its name, how long it is, the way to the clipboard, and what is wrong with it. */
export const TextField = ({ id, label, isGroup = false, count, most, problem, copied, children }: Props) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, minWidth: 0 }}>
    <Box sx={HEAD}>
      <Box
        id={`${id}-label`}
        {...(isGroup ? { component: 'span' } : { component: 'label', htmlFor: id })}
        sx={{ fontWeight: 500 }}
      >
        {label}
      </Box>
      {count !== undefined && most !== undefined && (
        <Box
          component="span"
          sx={{ ml: 'auto', color: count > most ? 'error.main' : 'text.secondary', fontSize: '0.75rem' }}
        >
          {count} / {most}
        </Box>
      )}
      {copied !== undefined && <CopyAction label={`Copy ${label.toLowerCase()}`} text={copied} />}
    </Box>
    {children}
    <Box
      id={`${id}-message`}
      role="status"
      sx={{ fontSize: '0.8125rem', color: 'error.main', '&:empty': { display: 'none' } }}
    >
      {problem}
    </Box>
  </Box>
);

const HEAD = { display: 'flex', alignItems: 'center', gap: 1, minHeight: 28, fontSize: '0.8125rem' } as const;
