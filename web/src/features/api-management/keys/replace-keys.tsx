import { PROVIDER_TITLES, type Provider } from '@portal/contracts/generation-request';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { TextDialog } from '../../../ui/text-dialog.tsx';

/** Opens the steps. See docs/operations/rotate-keys.md. */
export function ReplaceKeys({ provider }: { provider: Provider }) {
  const [isOpen, setIsOpen] = useState(false);
  const title = PROVIDER_TITLES[provider];
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-label={`Replace keys for ${title}`}
        onClick={() => setIsOpen(true)}
      >
        Replace keys
      </Button>
      <TextDialog isOpen={isOpen} title={`Replace ${title} keys`} onClose={() => setIsOpen(false)}>
        <Box component="ol" sx={{ display: 'grid', gap: 2, m: 0, mb: 4, pl: 5 }}>
          <li>Create the new key in {title}’s console. Keep the old one for now.</li>
          <li>
            Someone with access to the Google Cloud project runs{' '}
            <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
              npx firebase functions:secrets:set PROVIDER_KEYS
            </Box>{' '}
            and enters the keys of all providers. It asks to re-deploy the functions: answer yes, and wait a
            few minutes.
          </li>
          <li>Start a small batch. When it is done, delete the old key in {title}’s console.</li>
        </Box>
        <Typography color="textSecondary">
          The functions use the old keys until then. Batches continue meanwhile.
        </Typography>
      </TextDialog>
    </>
  );
}
