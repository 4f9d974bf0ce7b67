import { useSession } from './session.ts';

/** '' while nobody is signed in. */
export function useUserId(): string {
  const { session } = useSession();
  return session.status === 'signed-in' ? session.user.id : '';
}
