import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { IconAction } from '../../ui/icon-action.tsx';

interface MoveButtonProps {
  side: 'left' | 'right';
  label: string;
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

export const MoveButton = ({ side, label, isDisabled, onClick, children }: MoveButtonProps) => (
  <Box sx={{ position: 'absolute', top: 'calc(50% - 20px)', [side]: { xs: 8, sm: 16 } }}>
    <IconAction
      label={label}
      disabled={isDisabled}
      onClick={onClick}
      sx={{
        width: 40,
        height: 40,
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
        '&:hover': { bgcolor: 'background.default' },
        '&.Mui-disabled': { visibility: 'hidden' },
      }}
    >
      {children}
    </IconAction>
  </Box>
);
