import { lazy } from 'react';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { useSession } from '../shared/session/session.ts';
import { FullScreenSpinner } from '../shared/ui/full-screen-spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Everything behind the sign-in is a download of its own: a visitor gets none of it. */
const SignedInApp = lazy(async () => ({ default: (await import('./signed-in-app.tsx')).SignedInApp }));

export function Pages() {
  const { status } = useSession().session;
  if (status === 'loading') return <FullScreenSpinner />;
  if (status === 'signed-in') return <SignedInApp />;
  return location.pathname === '/' ? <SignInPage /> : <NotFoundPage />;
}
