import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import type { SxProps } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';

interface Props extends Omit<IconButtonProps, 'aria-label' | 'sx'> {
  /** Its accessible name, also shown as a tooltip. */
  label: string;
  sx?: Exclude<SxProps, readonly unknown[] | ((...args: never) => unknown)>;
}

export const IconAction = ({ label, sx, ...props }: Props) => (
  <Tooltip title={label}>
    {/* The tooltip would label the span, which has no role. The button has its own name. */}
    <span aria-label={undefined}>
      <IconButton
        aria-label={label}
        size="small"
        sx={{ width: 32, height: 32, borderRadius: '8px', ...sx }}
        {...props}
      />
    </span>
  </Tooltip>
);
