import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answers } from './ports.ts';
import { listFunctions } from './schedules.ts';
import { makeGoogleIdToken, seedAccounts } from './seed-accounts.ts';
import { startLocalPortal, type LocalPortal } from './start-local-portal.ts';

const owner = { Authorization: 'Bearer owner' };
const AccountsSchema = z.object({
  users: z.array(
    z.object({
      localId: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      displayName: z.string(),
      photoUrl: z.string().optional(),
      providerUserInfo: z.array(z.object({ providerId: z.string(), rawId: z.string() })),
      validSince: z.string().optional(),
    }),
  ),
});

async function listAccounts({ urls, projectId }: LocalPortal) {
  const url = `${urls.auth}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`;
  return AccountsSchema.parse(await (await fetch(url, { headers: owner })).json()).users;
}

async function signIn({ urls }: LocalPortal, idToken: string) {
  const response = await fetch(
    `${urls.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        postBody: `id_token=${encodeURIComponent(idToken)}&providerId=google.com`,
        requestUri: 'http://localhost',
        returnSecureToken: true,
      }),
    },
  );
  return z.object({ localId: z.string(), idToken: z.string() }).parse(await response.json());
}

const objectUrl = ({ urls, projectId }: LocalPortal, name: string) =>
  `${urls.storage}/storage/v1/b/${projectId}.appspot.com/o/${encodeURIComponent(name)}`;

async function upload({ urls, projectId }: LocalPortal, name: string, body: string): Promise<void> {
  const url = `${urls.storage}/upload/storage/v1/b/${projectId}.appspot.com/o?uploadType=media&name=${encodeURIComponent(name)}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...owner, 'Content-Type': 'text/plain' },
    body,
  });
  expect(response.status).toBe(200);
}

const download = async (portal: LocalPortal, name: string) =>
  (await fetch(`${objectUrl(portal, name)}?alt=media`, { headers: owner })).text();
const describeObject = async (portal: LocalPortal, name: string): Promise<unknown> => {
  const {
    mediaLink: _,
    selfLink: __,
    ...rest
  } = z
    .looseObject({ mediaLink: z.string(), selfLink: z.string() })
    .parse(await (await fetch(objectUrl(portal, name), { headers: owner })).json());
  return rest;
};

describe('startLocalPortal', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'portal-data-'));
  const failures: string[] = [];
  const start = () =>
    startLocalPortal({
      dataFolder,
      ports: 'auto',
      projectId: 'demo-runner-test',
      reporter: { done: () => undefined, failed: (message) => failures.push(message) },
    });
  let portal: LocalPortal;

  beforeAll(async () => {
    portal = await start();
  });
  afterAll(async () => {
    await portal.stop();
    rmSync(dataFolder, { recursive: true });
  });

  it('serves the web app and the API on one address', async () => {
    const page = await fetch(portal.urls.hosting);
    expect(await page.text()).toContain('<script type="module"');
    const health = await fetch(`${portal.urls.hosting}/api/health`);
    expect(health.status).toBe(200);
  });

  it('has the three accounts, each signed in with Google once', async () => {
    const accounts = await listAccounts(portal);
    expect(accounts).toHaveLength(seedAccounts.length);
    for (const { email, displayName, googleId } of seedAccounts) {
      const account = accounts.find((candidate) => candidate.email === email);
      expect(account).toMatchObject({
        emailVerified: true,
        displayName,
        providerUserInfo: [{ providerId: 'google.com', rawId: googleId }],
      });
      expect(account?.photoUrl).toBeUndefined();
    }
  });

  it('knows the scheduled functions', async () => {
    const { scheduled } = await listFunctions(portal.urls.functions);
    expect(scheduled).toContainEqual({
      name: 'cleanup',
      region: 'us-central1',
      schedule: '0 2 * * *',
      timeZone: expect.stringMatching(/UTC$/),
    });
  });

  it('rejects a second portal on the same data', async () => {
    await expect(start()).rejects.toThrow(portal.urls.hosting);
  });

  it('keeps accounts, sessions and stored files across a restart', async () => {
    const [admin] = seedAccounts;
    if (!admin) throw new Error('no seed account');
    const { idToken } = await signIn(portal, makeGoogleIdToken(admin));
    await signIn(
      portal,
      JSON.stringify({ sub: 'new', email: 'new@studio.example', email_verified: true, name: 'New' }),
    );
    await upload(portal, 'folder/a name with ü.txt', 'kept');
    const before = {
      accounts: await listAccounts(portal),
      object: await describeObject(portal, 'folder/a name with ü.txt'),
    };
    await sleep(1_000); // sessions are counted in whole seconds

    const { urls } = portal;
    await portal.stop();
    const ports = Object.values(urls).map((url) => Number(new URL(url).port));
    expect(await Promise.all(ports.map(answers))).not.toContain(true);
    portal = await start();

    const accounts = await listAccounts(portal);
    expect(accounts.map(({ localId }) => localId)).toEqual(before.accounts.map(({ localId }) => localId));
    expect(await download(portal, 'folder/a name with ü.txt')).toBe('kept');
    expect(await describeObject(portal, 'folder/a name with ü.txt')).toEqual(before.object);
    const lookup = await fetch(
      `${portal.urls.auth}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=any`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ idToken }),
      },
    );
    expect(lookup.status, 'a token from before the restart still holds').toBe(200);
  });

  it('starts without a saved account that cannot be imported, and names it', async () => {
    const odd = await signIn(
      portal,
      JSON.stringify({ sub: 'odd', email: 'a@b@c', email_verified: true, name: 'Odd' }),
    );
    const before = await listAccounts(portal);
    await portal.stop();
    failures.length = 0;
    portal = await start();
    expect(failures).toEqual([`The saved account ${odd.localId} was skipped: USER_NOT_FOUND`]);
    expect(await listAccounts(portal)).toHaveLength(before.length - 1);
  });
});
