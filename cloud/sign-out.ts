/**
 * `npm run cloud:sign-out -- --project ID --everyone --yes`: ends sessions, for an emergency. The server notices within seconds,
 * because it asks whether an account's sessions were ended (functions/src/identity). People can sign in again.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { makeTokenSource } from './access-token.ts';
import { config } from './config.ts';
import { makeGoogleApi, type GoogleApi } from './check/make-google-api.ts';
import { GoogleError } from './google-api.ts';

const USAGE = `Usage: npm run cloud:sign-out -- --project ID (--everyone | --email ADDRESS) [--yes]
  Without --yes it only counts the accounts.`;
/** The maximum: https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchGet */
const PAGE = 1000;
const AT_ONCE = 10;
const AccountsSchema = z.object({
  users: z.array(z.object({ localId: z.string(), email: z.string().optional() })).default([]),
  nextPageToken: z.string().optional(),
});

const root = resolve(import.meta.dirname, '..');
const print = (text: string) => process.stdout.write(`${text}\n`);

async function listAccounts(google: GoogleApi, accounts: string) {
  const found: z.output<typeof AccountsSchema>['users'] = [];
  let token: string | undefined;
  do {
    const page = new URLSearchParams({ maxResults: String(PAGE) });
    if (token !== undefined) page.set('nextPageToken', token);
    const { users, nextPageToken } = await google.call(
      AccountsSchema,
      'GET',
      `${accounts}:batchGet?${page.toString()}`,
    );
    found.push(...users);
    // The last page of accounts may have a token too.
    token = users.length > 0 && nextPageToken !== '' ? nextPageToken : undefined;
  } while (token !== undefined);
  return found;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      email: { type: 'string' },
      everyone: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const { project, email, everyone, yes } = values;
  if (project === undefined || everyone === (email !== undefined)) throw new Error(USAGE);
  const google = makeGoogleApi(await makeTokenSource(root, project, config.accessToken), project);
  const accounts = `${config.urls.identity}/v1/projects/${project}/accounts`;
  const chosen = (await listAccounts(google, accounts)).filter(
    (account) => everyone || account.email === email,
  );
  if (!yes) {
    print(`Accounts to sign out: ${chosen.length}. Add --yes to do it.`);
    return;
  }
  // Refuses tokens from before this second, as `revokeRefreshTokens` of firebase-admin does.
  const validSince = String(Math.floor(Date.now() / 1000));
  for (let start = 0; start < chosen.length; start += AT_ONCE) {
    await Promise.all(
      chosen
        .slice(start, start + AT_ONCE)
        .map(({ localId }) =>
          google.call(z.unknown(), 'POST', `${accounts}:update`, { localId, validSince }),
        ),
    );
  }
  print(`Accounts signed out: ${chosen.length}`);
}

const explain = (error: unknown) => {
  if (error instanceof GoogleError) return error.describe();
  return error instanceof Error ? error.message : String(error);
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
