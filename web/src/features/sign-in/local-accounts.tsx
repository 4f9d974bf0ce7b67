import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { GoogleAuthProvider, signInWithCredential, type Auth } from 'firebase/auth';
import { useAuth } from 'reactfire';
import { setNotice } from '../../client/session/notice.ts';
import { describeIdentityError, LOGIN_FAILED } from './identity-errors.ts';

/** The accounts that `npm start` seeds (local/seed-accounts.ts). */
const ACCOUNTS = [
  { sub: 'google-admin', email: 'admin@studio.example', name: 'Ada Admin' },
  { sub: 'google-artist', email: 'artist@studio.example', name: 'Arthur Artist' },
  { sub: 'google-outsider', email: 'outsider@elsewhere.example', name: 'Olga Outsider' },
];

/** Replaces the popup, which needs a script from Google and so does not work offline. */
export function LocalAccounts() {
  const auth = useAuth();
  const signIn = useMutation({
    mutationFn: (account: (typeof ACCOUNTS)[number]) => signInAs(auth, account),
    onMutate: () => setNotice(undefined),
    onError: (error) => setNotice(describeIdentityError(error, LOGIN_FAILED)),
  });
  return (
    <Box
      component="section"
      aria-label="Local accounts"
      sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 4 }}
    >
      <Box component="p" sx={{ m: 0, mb: 2, typography: 'body2', color: 'text.secondary' }}>
        Or sign in with a local account
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {ACCOUNTS.map((account) => (
          <Button
            key={account.email}
            variant="outlined"
            disabled={signIn.isPending}
            onClick={() => signIn.mutate(account)}
          >
            {account.email}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

/** The Auth emulator accepts an unsigned identity in place of Google's signed one. */
const signInAs = (auth: Auth, account: (typeof ACCOUNTS)[number]) =>
  signInWithCredential(
    auth,
    GoogleAuthProvider.credential(JSON.stringify({ ...account, email_verified: true })),
  );
