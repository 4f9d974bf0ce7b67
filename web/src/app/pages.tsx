import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { removeFirstPage } from '../ui/first-page/first-page.ts';
import { useNotice } from '../client/session/notice.ts';
import { useSession } from '../client/session/session.ts';
import { isSharedPath } from '../client/session/shared-path.ts';
import { useToast } from '../client/toast/toast-store.ts';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { useLateCode } from '../ui/use-late-code.ts';
import { NotFoundPage } from './not-found-page.tsx';

export const Pages = () => (
  <>
    <Page />
    <Toasts />
  </>
);

function Page() {
  const { status } = useSession().session;
  const notice = useNotice();
  const signedInApp = useSignedInApp(status === 'signed-in');
  const hasApp = status === 'signed-in' && signedInApp !== undefined;
  const [isReady, setIsReady] = useState(false);
  // A transition renders in short slices, so the page responds to input meanwhile. Within a deferred value, React would render at once
  // what pages defer (`ToolColumns`).
  useEffect(() => startTransition(() => setIsReady(hasApp)), [hasApp]);
  useLayoutEffect(() => {
    if (status === 'signed-out') removeFirstPage();
  }, [status]);
  if (status === 'signed-out') {
    // Who was signed out reads why, wherever they go next.
    const asks = asksToSignIn(location.pathname) || notice !== undefined;
    return asks ? <SignInPage /> : <NotFoundPage />;
  }
  if (!hasApp || !isReady) return <FullScreenSpinner />;
  return <signedInApp.SignedInApp />;
}

/** A shared link stays open until its reader has signed in. */
const asksToSignIn = (path: string): boolean => path === '/' || isSharedPath(path);

/**
 * What needs a sign-in is a separate download. It does not use `lazy`, because React would keep the spinner on screen for at
 * least 300 ms.
 */
const useSignedInApp = (isSignedIn: boolean) =>
  useQuery({
    queryKey: ['session', 'signed-in-app'],
    queryFn: () => import('./signed-in-app.tsx'),
    enabled: isSignedIn,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  }).data;

function Toasts() {
  const isSignedIn = useSession().session.status === 'signed-in';
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true);
  const hasToast = useToast() !== undefined;
  // After a sign-out, toasts are about the work of the last user.
  const isShown = isSignedIn || (hasToast && !wasSignedIn);
  return isShown && <Toaster />;
}

/** Loads right after the first screen: a toast may say that the connection is lost. Visitors load it only for a toast. */
function Toaster() {
  const code = useLateCode('toasts', () => import('../client/toast/toaster.tsx'), { afterMs: 0 });
  return code && <code.Toaster />;
}
