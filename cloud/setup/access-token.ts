/** The setup signs in as the Firebase CLI does, so that `npx firebase login` is enough for both. */
import { createRequire } from 'node:module';
import { z } from 'zod';
import { SetupError } from './step.ts';

/** firebase-tools has no types. Its version is exact, and a test fails if a name is gone. */
const isFunction = (value: unknown) => typeof value === 'function';
interface Account {
  user: object;
  tokens: object;
}
const AuthSchema = z.object({
  getProjectDefaultAccount: z.custom<(folder: string) => Account | undefined>(isFunction),
});
const RequireAuthSchema = z.object({
  requireAuth: z.custom<(options: Partial<Account> & { project: string }) => Promise<unknown>>(isFunction),
});
const ApiSchema = z.object({ getAccessToken: z.custom<() => Promise<string>>(isFunction) });

export function loadFirebaseTools() {
  const load: (path: string) => unknown = createRequire(import.meta.url);
  return {
    ...AuthSchema.parse(load('firebase-tools/lib/auth')),
    ...RequireAuthSchema.parse(load('firebase-tools/lib/requireAuth')),
    ...ApiSchema.parse(load('firebase-tools/lib/apiv2')),
  };
}

/** Without a login it uses the application default credentials. */
export async function makeTokenSource(root: string, project: string): Promise<() => Promise<string>> {
  const { getProjectDefaultAccount, requireAuth, getAccessToken } = loadFirebaseTools();
  try {
    await requireAuth({ ...getProjectDefaultAccount(root), project });
    await getAccessToken();
  } catch (error) {
    throw new SetupError('Sign in first: npx firebase login', { cause: error });
  }
  return getAccessToken;
}
