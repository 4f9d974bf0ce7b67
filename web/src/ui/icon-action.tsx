import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import type { SxProps } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';

interface Props extends Omit<IconButtonProps, 'aria-label' | 'sx'> {
  /** Its accessible name, also shown as a tooltip. */
  label: string;
  sx?: Exclude<SxProps, readonly unknown[] | ((...args: never) => unknown)>;
}

export const IconAction = ({ label, sx, autoFocus = false, ...props }: Props) => (
  // The tooltip of a button that has the focus from the start would cover what was opened.
  <Tooltip title={label} disableFocusListener={autoFocus}>
    {/* The tooltip would label the span, which has no role. The button has its own name. */}
    <span aria-label={undefined}>
      <IconButton
        aria-label={label}
        autoFocus={autoFocus}
        size="small"
        sx={{ width: 32, height: 32, borderRadius: '8px', ...sx }}
        {...props}
      />
    </span>
  </Tooltip>
);
