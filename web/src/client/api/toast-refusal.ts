import { toast, toastFailure } from '../toast/toast-store.ts';
import { ApiFailure } from './api-failure.ts';

/** Says that a change failed: after a conflict in the server's words. */
export function toastRefusal(error: unknown): void {
  const reason = error instanceof ApiFailure && error.status === 409 ? error.reason : undefined;
  if (reason === undefined) toastFailure();
  else toast('Error', { description: reason, isDestructive: true });
}
