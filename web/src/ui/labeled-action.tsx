import Box from '@mui/material/Box';
import type { ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { LoadingButton } from './loading-button.tsx';
import { VISUALLY_HIDDEN } from './visually-hidden.ts';

interface Props extends Omit<ButtonProps, 'startIcon' | 'children' | 'color' | 'size'> {
  icon: ReactNode;
  label: string;
  /** In a narrow container the icon goes, and the label stays. */
  keepsLabel?: boolean;
  /** The URL to open in a new window. */
  opens?: string;
}

/** A text button with an icon. In a narrow container only one of them is visible: the icon, unless the label is kept. */
export const LabeledAction = ({ icon, label, keepsLabel = false, opens, ...props }: Props) => (
  <LoadingButton
    size="small"
    color="inherit"
    startIcon={icon}
    sx={{
      minWidth: 32,
      height: 32,
      minHeight: 32,
      px: 2,
      // The icon's place is that of the spinner.
      ...(!(keepsLabel && props.loading === true) && (keepsLabel ? LABEL_ONLY : ICON_ONLY)),
    }}
    {...(opens !== undefined && { href: opens, target: '_blank', rel: 'noopener' })}
    {...props}
  >
    <Box component="span">{label}</Box>
  </LoadingButton>
);

const ICON_ONLY = {
  '@container (max-width: 559.95px)': {
    px: 0,
    '& .MuiButton-startIcon': { m: 0 },
    '& > span:last-of-type': VISUALLY_HIDDEN,
  },
};
const LABEL_ONLY = {
  '@container (max-width: 759.95px)': { '& .MuiButton-startIcon': { display: 'none' } },
  // Beside a form at 1024 px, four actions fit into one line.
  '@container (max-width: 479.95px)': { px: 1 },
};
