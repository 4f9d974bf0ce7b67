import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId, useState, type ReactNode } from 'react';
import {
  readNotificationSettings,
  saveNotificationSettings,
  type NotificationSettings,
} from './notification-settings.ts';
import { askPermission, playSound, readPermission } from './notify.ts';

/** What this device does when a batch is done and the page is out of sight. */
export function NotificationFields() {
  const [settings, setSettings] = useState(() => readNotificationSettings(localStorage));
  const [permission, setPermission] = useState(readPermission);
  const save = (next: NotificationSettings) => {
    saveNotificationSettings(localStorage, next);
    setSettings(next);
  };
  const turnOn = async () => {
    const answer = await askPermission();
    setPermission(answer);
    if (answer === 'granted') save({ ...settings, isOn: true });
  };
  return (
    <>
      <Setting
        label="Notify me when a batch is done"
        help={HELP[permission]}
        isOn={settings.isOn && permission === 'granted'}
        isDisabled={permission === 'denied' || permission === 'unsupported'}
        onChange={(isOn) => (isOn ? void turnOn() : save({ ...settings, isOn: false }))}
      />
      <Setting
        label="Play a quiet sound"
        help="Works without notifications, too."
        isOn={settings.hasSound}
        onChange={(hasSound) => {
          save({ ...settings, hasSound });
          if (hasSound) void playSound().catch(() => undefined);
        }}
      />
    </>
  );
}

const HELP = {
  default: 'Only while the portal is open in a tab that you are not looking at.',
  granted: 'Only while the portal is open in a tab that you are not looking at.',
  denied: 'Your browser blocks notifications of this site. Allow them in its settings.',
  unsupported: 'This browser does not support notifications.',
} as const;

interface SettingProps {
  label: ReactNode;
  help: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

function Setting({ label, help, isOn, isDisabled = false, onChange }: SettingProps) {
  const helpId = useId();
  return (
    <>
      <FormControlLabel
        label={label}
        disabled={isDisabled}
        control={
          <Switch
            checked={isOn}
            onChange={(_event, isChecked) => onChange(isChecked)}
            slotProps={{ input: { 'aria-describedby': helpId } }}
          />
        }
      />
      <FormHelperText id={helpId} sx={{ mt: 0, mb: 4, ml: 12 }}>
        {help}
      </FormHelperText>
    </>
  );
}
