import { z } from 'zod';

const environment = z
  .object({
    /** Used instead of signing in, as by Terraform. */
    GOOGLE_OAUTH_ACCESS_TOKEN: z.string().min(1).optional(),
    /** Google's APIs. Only tests set another address. */
    GOOGLE_APIS_URL: z.url().optional(),
    npm_execpath: z.string().optional(),
  })
  .parse(process.env);

export const config = {
  accessToken: environment.GOOGLE_OAUTH_ACCESS_TOKEN,
  googleApisUrl: environment.GOOGLE_APIS_URL,
  /** How to run npm. */
  npm: environment.npm_execpath === undefined ? ['npm'] : [process.execPath, environment.npm_execpath],
  /** For child processes. */
  inheritedEnvironment: process.env,
};
