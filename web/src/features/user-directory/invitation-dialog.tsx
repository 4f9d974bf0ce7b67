import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import { Check, Copy, Mail } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../client/session/session.ts';
import { toastFailure } from '../../client/toast/toast-store.ts';
import { TitledDialog } from '../../ui/dialog.tsx';
import { makeMailLink, writeInvitation } from './write-invitation.ts';

interface Props {
  /** Already on the whitelist. */
  email: string;
  onClose: () => void;
}

/** A text for the admin to send: the portal itself sends no email. */
export function InvitationDialog({ email, onClose }: Props) {
  const { productName, signInProviderName } = useSession().settings;
  const [text, setText] = useState(() =>
    writeInvitation({ email, productName, signInProviderName, address: new URL('/', location.href).href }),
  );
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      toastFailure();
    }
  };
  const isCopied = copied === text;
  return (
    <TitledDialog open onClose={onClose} title={`Invite ${email}`} maxWidth="xs">
      <DialogContent>
        <DialogContentText sx={{ mb: 4 }}>
          This email is on the whitelist. The portal sends no email: copy the invitation and send it yourself.
        </DialogContentText>
        <TextField
          label="Invitation"
          multiline
          minRows={5}
          fullWidth
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </DialogContent>
      <DialogActions disableSpacing sx={{ flexWrap: 'wrap', gap: 2, p: 4, pt: 0 }}>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
        <Button
          variant="outlined"
          component="a"
          href={makeMailLink(email, `Invitation to ${productName}`, text)}
          startIcon={<Mail aria-hidden size={16} />}
        >
          Open in mail app
        </Button>
        <Button
          variant="contained"
          autoFocus
          startIcon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy invitation'}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
