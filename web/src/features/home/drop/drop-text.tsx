import Box from '@mui/material/Box';
import { ImagePlus } from 'lucide-react';

export const DropText = () => (
  <>
    <Box component={ImagePlus} aria-hidden size={18} sx={{ color: 'primary.main', flexShrink: 0 }} />
    <Box component="span" sx={{ fontWeight: 500 }}>
      Drop pictures here or click to select
    </Box>
    <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      Then choose a tool
    </Box>
  </>
);

export const ZONE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 1,
  p: 4,
  cursor: 'pointer',
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: '12px',
  transition: 'border-color 140ms ease-out, background-color 140ms ease-out',
  '&:hover': { borderColor: 'text.secondary' },
} as const;
