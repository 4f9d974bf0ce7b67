import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Panel } from '../../../shared/ui/panel.tsx';

/** See docs/decisions/038. */
export const KeyRotation = () => (
  <Panel title="Replace keys">
    <Box component="ol" sx={{ display: 'grid', gap: 1, m: 0, pl: 5, maxWidth: '72ch' }}>
      <li>Create the new key in the provider’s console. Keep the old one for now.</li>
      <li>
        Someone with access to the Google Cloud project runs{' '}
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          npx firebase functions:secrets:set PROVIDER_KEYS
        </Box>{' '}
        and enters all keys. It asks to re-deploy the functions: answer yes, and wait a few minutes.
      </li>
      <li>Start a small batch. When it is done, delete the old key in the provider’s console.</li>
    </Box>
    <Typography color="textSecondary">
      The functions use the old keys until then. Batches continue meanwhile.
    </Typography>
  </Panel>
);
