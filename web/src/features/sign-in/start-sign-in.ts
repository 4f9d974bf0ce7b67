import {
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
} from 'firebase/auth';
import { shouldRedirect } from './identity-errors.ts';

const makeProvider = () => new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' });

/** Opens a popup, which Firebase sizes 500 by 600, and redirects the page if that fails. */
export async function startSignIn(auth: Auth): Promise<void> {
  try {
    await signInWithPopup(auth, makeProvider(), browserPopupRedirectResolver);
  } catch (error) {
    if (!shouldRedirect(error)) throw error;
    await signInWithRedirect(auth, makeProvider(), browserPopupRedirectResolver);
  }
}
