import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { NotificationFields } from '../../pictures/notifications/notification-fields.tsx';
import { openShortcuts } from '../../ui/shortcuts/shortcuts-sheet.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** What a person sets for this device. */
export const PreferencesDialog = ({ isOpen, onClose }: Props) => (
  <TextDialog isOpen={isOpen} title="Preferences" onClose={onClose}>
    <Box sx={{ display: 'grid', gap: 6 }}>
      <ThemeField />
      <Section title="Notifications">
        <NotificationFields />
      </Section>
      <Section title="Keyboard shortcuts">
        <Button variant="outlined" onClick={openShortcuts}>
          Show all shortcuts
        </Button>
      </Section>
    </Box>
  </TextDialog>
);

const SCHEMES = ['system', 'light', 'dark'] as const;
const TITLES = { system: 'System', light: 'Light', dark: 'Dark' };

function ThemeField() {
  const id = useId();
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <Section title="Theme" titleId={`${id}-label`}>
      <Segments
        id={id}
        name={id}
        segments={SCHEMES.map((value) => ({ value, label: TITLES[value] }))}
        value={mode}
        onChoose={(value) => setMode(SCHEMES.find((scheme) => scheme === value) ?? 'system')}
      />
    </Section>
  );
}

interface SectionProps {
  title: string;
  titleId?: string;
  children: ReactNode;
}

const Section = ({ title, titleId, children }: SectionProps) => (
  <Box component="section">
    <Typography id={titleId} variant="h3" sx={{ mb: 2 }}>
      {title}
    </Typography>
    {children}
  </Box>
);
