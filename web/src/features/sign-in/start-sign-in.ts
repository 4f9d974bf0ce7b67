import { GoogleAuthProvider, signInWithPopup, signInWithRedirect, type Auth } from 'firebase/auth';
import { shouldRedirect } from './identity-errors.ts';

const makeProvider = () => new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' });

/** The popup (Firebase opens it 500 by 600); when it fails, the whole page. */
export async function startSignIn(auth: Auth): Promise<void> {
  try {
    await signInWithPopup(auth, makeProvider());
  } catch (error) {
    if (!shouldRedirect(error)) throw error;
    await signInWithRedirect(auth, makeProvider());
  }
}
