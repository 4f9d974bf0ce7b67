import Box from '@mui/material/Box';
import { useMutation, useQuery } from '@tanstack/react-query';
import { browserPopupRedirectResolver, getRedirectResult } from 'firebase/auth';
import { lazy, Suspense } from 'react';
import { useAuth } from 'reactfire';
import { setNotice, useNotice } from '../../client/session/notice.ts';
import { useSession } from '../../client/session/session.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { describeIdentityError, LOGIN_FAILED, SIGN_IN_FAILED } from './identity-errors.ts';
import { startSignIn } from './start-sign-in.ts';

/** Only in local builds: Vite replaces MODE, and a production build drops the import. */
const LocalAccounts =
  import.meta.env.MODE === 'localhost'
    ? lazy(async () => ({ default: (await import('./local-accounts.tsx')).LocalAccounts }))
    : undefined;

export function SignInPage() {
  const auth = useAuth();
  const { signInProviderName } = useSession().settings;
  const notice = useNotice();
  const redirect = useQuery({
    queryKey: ['session', 'redirect'],
    queryFn: async () => (await getRedirectResult(auth, browserPopupRedirectResolver)) !== null,
  });
  const signIn = useMutation({
    mutationFn: () => startSignIn(auth),
    onMutate: () => setNotice(undefined),
  });
  const message =
    notice ??
    (signIn.isError ? describeIdentityError(signIn.error, SIGN_IN_FAILED) : undefined) ??
    (redirect.isError ? describeIdentityError(redirect.error, LOGIN_FAILED) : undefined);

  return (
    <Box component="main" sx={PAGE}>
      <title>Internal Portal</title>
      <Box sx={{ width: 'min(360px, 100vw - 48px)', display: 'grid', gap: 6 }}>
        <Wordmark />
        <Box>
          <h1 className="page-title">Internal Portal</h1>
          <Box component="p" sx={{ m: 0, mt: 2, color: 'text.secondary' }}>
            Generate, enhance, describe and restyle images in bulk.
          </Box>
        </Box>
        <LoadingButton
          variant="contained"
          size="large"
          loading={signIn.isPending}
          loadingPosition="start"
          onClick={() => signIn.mutate()}
        >
          {signIn.isPending ? 'Loading...' : `Sign In with ${signInProviderName}`}
        </LoadingButton>
        {message !== undefined && (
          <Box component="p" role="alert" sx={{ m: 0, color: 'error.main' }}>
            {message}
          </Box>
        )}
        {LocalAccounts && (
          <Suspense>
            <LocalAccounts />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}

/** From the top, so that a message or the local accounts do not move the button. */
const PAGE = {
  minHeight: '100dvh',
  display: 'grid',
  placeContent: 'start center',
  p: 6,
  pt: 'max(24px, 26dvh)',
} as const;
