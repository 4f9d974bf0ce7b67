import { randomUUID } from 'node:crypto';
import type { PublicSettings } from '@portal/contracts/settings';
import { z } from 'zod';
import { readResponse } from '../google-api.ts';
import { deployCommand } from './commands.ts';
import { failed, passed, type Row } from './report.ts';
import { readText, type Target } from './target.ts';

const TIMEOUT_MS = 20_000;
const ReleaseSchema = z.object({ rulesetName: z.string() });
const RulesetSchema = z.object({ source: z.object({ files: z.array(z.object({ content: z.string() })) }) });
const AccountSchema = z.object({ idToken: z.string() });

/** The released rules are those of this checkout: https://firebase.google.com/docs/reference/rules/rest */
export async function checkReleases(target: Target, { firebase }: PublicSettings): Promise<Row[]> {
  const { google, project, urls } = target;
  const releases = [
    ['firestore.rules', 'cloud.firestore'],
    ['storage.rules', `firebase.storage/${firebase.storageBucket}`],
  ] as const;
  return Promise.all(
    releases.map(async ([file, release]) => {
      const { rulesetName } = await google.call(
        ReleaseSchema,
        'GET',
        `${urls.rules}/v1/projects/${project}/releases/${release}`,
      );
      const { source } = await google.call(RulesetSchema, 'GET', `${urls.rules}/v1/${rulesetName}`);
      return source.files.some(({ content }) => content === readText(target, file))
        ? passed(`rules: ${file}`, 'released as in this checkout')
        : failed(
            `rules: ${file}`,
            'other rules are released',
            deployCommand(project, 'firestore:rules,storage'),
          );
    }),
  );
}

/** What a client could try that is not the portal's server. */
export async function checkAccess(target: Target, settings: PublicSettings): Promise<Row[]> {
  const visitor = await tryForbiddenRequests(target, settings, undefined);
  const token = await signUp(target, settings);
  if (token === undefined) {
    return [...visitor, passed('rules: a stranger with an account', 'sign-up with a password is off')];
  }
  try {
    return [...visitor, ...(await tryForbiddenRequests(target, settings, token))];
  } finally {
    await callIdentity(target, settings, 'accounts:delete', { idToken: token });
  }
}

async function tryForbiddenRequests(
  { project, urls }: Target,
  { firebase }: PublicSettings,
  token: string | undefined,
): Promise<Row[]> {
  const who = token === undefined ? 'a visitor' : 'a stranger with an account';
  const documents = `${urls.firestore}/v1/projects/${project}/databases/(default)/documents`;
  const objects = `${urls.firebaseStorage}/v0/b/${firebase.storageBucket}/o`;
  const name = `cloud-check-${randomUUID()}`;
  const fields = JSON.stringify({ fields: {} });
  const attempts: [string, string, string, string | undefined][] = [
    ['firestore', 'GET', `${documents}/system/admins`, undefined],
    ['firestore', 'GET', `${documents}/users?pageSize=1`, undefined],
    ['firestore', 'POST', `${documents}/users?documentId=${name}`, fields],
    ['storage', 'GET', `${objects}?maxResults=1`, undefined],
    ['storage', 'GET', `${objects}/${encodeURIComponent('uploads/any/any/any')}`, undefined],
    ['storage', 'POST', `${objects}?name=${encodeURIComponent(`uploads/${name}/any/any`)}`, 'x'],
  ];
  const outcomes = await Promise.all(
    attempts.map(async ([service, method, address, body]) => {
      const { status } = await fetch(address, {
        method,
        headers: {
          // Firestore and Storage read a client's token from different schemes.
          ...(token !== undefined && {
            authorization: `${service === 'firestore' ? 'Bearer' : 'Firebase'} ${token}`,
          }),
          ...(body !== undefined && {
            'content-type': service === 'firestore' ? 'application/json' : 'image/png',
          }),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body !== undefined && { body }),
      });
      return { service, request: `${method} ${new URL(address).pathname}`, status };
    }),
  );
  return ['firestore', 'storage'].map((service) => {
    const mine = outcomes.filter((outcome) => outcome.service === service);
    const allowed = mine.filter(({ status }) => status !== 401 && status !== 403);
    const check = `rules: ${service} and ${who}`;
    return allowed.length === 0
      ? passed(check, `${mine.length} requests refused`)
      : failed(
          check,
          allowed.map(({ request, status }) => `${request} answered ${status}`).join('; '),
          deployCommand(project, 'firestore:rules,storage'),
        );
  });
}

/** With a password, which needs no Google account. Undefined if the portal refuses this, as it does with Google only. */
async function signUp(target: Target, settings: PublicSettings): Promise<string | undefined> {
  const response = await callIdentity(target, settings, 'accounts:signUp', {
    email: `cloud-check-${randomUUID()}@cloud-check.invalid`,
    password: randomUUID(),
    returnSecureToken: true,
  });
  // https://firebase.google.com/docs/reference/rest/auth#section-create-email-password
  const isOff = /OPERATION_NOT_ALLOWED|ADMIN_ONLY_OPERATION|PASSWORD_LOGIN_DISABLED/;
  if (!response.ok && isOff.test(await response.clone().text())) return undefined;
  return AccountSchema.parse(await readResponse(response)).idToken;
}

const callIdentity = ({ url, urls }: Target, { firebase }: PublicSettings, method: string, body: object) =>
  fetch(`${urls.identity}/v1/${method}?key=${encodeURIComponent(firebase.apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', referer: `${url}/` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
