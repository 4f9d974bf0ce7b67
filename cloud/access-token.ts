/** Scripts sign in as the Firebase CLI does, so that `npm run firebase -- login` is enough for all. */
import { createRequire } from 'node:module';
import { z } from 'zod';

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

export type GetToken = () => Promise<string>;

/** `given`: a token to use instead of signing in. Without a login, the application default credentials are used. */
export async function makeTokenSource(
  root: string,
  project: string,
  given: string | undefined,
): Promise<GetToken> {
  if (given !== undefined) return () => Promise.resolve(given);
  const { getProjectDefaultAccount, requireAuth, getAccessToken } = loadFirebaseTools();
  try {
    await requireAuth({ ...getProjectDefaultAccount(root), project });
    await getAccessToken();
  } catch (error) {
    throw new Error('Sign in first: npm run firebase -- login', { cause: error });
  }
  return getAccessToken;
}
