import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { READ_ALOUD_ONLY } from './read-aloud-only.ts';

interface Props extends Omit<ButtonProps, 'startIcon' | 'children' | 'color' | 'size'> {
  icon: ReactNode;
  label: string;
  /** Its icon says too little without the label. */
  keepsLabel?: boolean;
  /** The address that it opens in a window of its own. */
  opens?: string;
}

/** A quiet button with icon and label; where its container is narrow, the icon alone is seen. */
export const LabelledAction = ({ icon, label, keepsLabel = false, opens, ...props }: Props) => (
  <Button
    size="small"
    color="inherit"
    startIcon={icon}
    sx={{
      minWidth: 32,
      height: 32,
      minHeight: 32,
      px: 2,
      ...(!keepsLabel && { '@container (max-width: 619.95px)': NARROW }),
    }}
    {...(opens !== undefined && { href: opens, target: '_blank', rel: 'noopener' })}
    {...props}
  >
    <Box component="span">{label}</Box>
  </Button>
);

const NARROW = { px: 0, '& .MuiButton-startIcon': { m: 0 }, '& > span:last-of-type': READ_ALOUD_ONLY };
