import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { WideDialog } from '../wide-dialog.tsx';
import { listShortcuts, type Shortcut } from './shortcuts.ts';

const groups = listShortcuts(navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl');

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export const ShortcutsDialog = ({ isOpen, onClose }: Props) => (
  <WideDialog isOpen={isOpen} title="Keyboard shortcuts" isTextOnly onClose={onClose}>
    <Box sx={{ columns: { xs: 1, md: 2 }, columnGap: 12 }}>
      {groups.map(({ title, shortcuts }) => (
        <Box key={title} component="section" sx={{ breakInside: 'avoid', pb: 6 }}>
          <Typography variant="h3" sx={{ mb: 2 }}>
            {title}
          </Typography>
          <Box component="dl" sx={{ m: 0 }}>
            {shortcuts.map((shortcut) => (
              <ShortcutRow key={shortcut.action} shortcut={shortcut} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  </WideDialog>
);

const ShortcutRow = ({ shortcut: { keys, action } }: { shortcut: Shortcut }) => (
  <Box sx={{ display: 'flex', gap: 4, justifyContent: 'space-between', alignItems: 'baseline', py: 1.5 }}>
    <dt>{action}</dt>
    <Box component="dd" sx={{ m: 0, display: 'flex', gap: 1, flexShrink: 0 }}>
      {keys.map((alternative) => (
        <Box key={alternative} component="kbd" sx={KEY}>
          {alternative.replace(/\b\+|(?<=⌘)\+/, ' ')}
        </Box>
      ))}
    </Box>
  </Box>
);

const KEY = {
  minWidth: 24,
  px: 1.5,
  py: 0.5,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '6px',
  bgcolor: 'action.hover',
  font: 'inherit',
  fontSize: '0.8125rem',
  textAlign: 'center',
  whiteSpace: 'nowrap',
} as const;
