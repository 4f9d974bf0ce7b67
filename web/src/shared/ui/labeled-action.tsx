import Box from '@mui/material/Box';
import type { ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { LoadingButton } from './loading-button.tsx';
import { VISUALLY_HIDDEN } from './visually-hidden.ts';

interface Props extends Omit<ButtonProps, 'startIcon' | 'children' | 'color' | 'size'> {
  icon: ReactNode;
  label: string;
  /** Keeps the label in all but the narrowest containers, for icons that do not explain themselves. */
  keepsLabel?: boolean;
  /** Shows the label in wide containers only. */
  isSecondary?: boolean;
  /** The URL to open in a new window. */
  opens?: string;
}

/** A text button with an icon. In a narrow container only the icon is visible. */
export const LabeledAction = ({
  icon,
  label,
  keepsLabel = false,
  isSecondary = false,
  opens,
  ...props
}: Props) => (
  <LoadingButton
    size="small"
    color="inherit"
    startIcon={icon}
    sx={{
      minWidth: 32,
      height: 32,
      minHeight: 32,
      px: 2,
      [`@container (max-width: ${isSecondary ? WIDE_PX : keepsLabel ? PHONE_PX : NARROW_PX}px)`]: ICON_ONLY,
    }}
    {...((isSecondary || keepsLabel) && { title: label })}
    {...(opens !== undefined && { href: opens, target: '_blank', rel: 'noopener' })}
    {...props}
  >
    <Box component="span">{label}</Box>
  </LoadingButton>
);

/** All actions of a card in one line, so that it keeps its height. */
const PHONE_PX = 359.95;
const NARROW_PX = 559.95;
const WIDE_PX = 1099.95;
const ICON_ONLY = { px: 0, '& .MuiButton-startIcon': { m: 0 }, '& > span:last-of-type': VISUALLY_HIDDEN };
