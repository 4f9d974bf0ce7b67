import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateImages, generatorCalls } from '@portal/contracts/image-generator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { config } from './config.ts';
import { answers } from './ports.ts';
import { playOpenai } from './testing/play-openai.ts';
import { readFixedPorts } from './run-folder.ts';
import { findRunning, type RunningPortal } from './running-portal.ts';
import { listFunctions } from './schedules.ts';
import { makeGoogleIdToken, seedAccounts } from './seed-accounts.ts';
import { repositoryRoot, startLocalPortal } from './start-local-portal.ts';

const owner = { Authorization: 'Bearer owner' };
const json = { 'Content-Type': 'application/json' };
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
const SessionSchema = z.object({ localId: z.string(), idToken: z.string() });

const dataFolder = mkdtempSync(join(tmpdir(), 'portal-data-'));

interface Started {
  child: ChildProcess;
  output: string;
  running: RunningPortal;
  exitCode: Promise<number | null>;
}

const run = (options: readonly string[], variables: Record<string, string> = {}) =>
  spawn(process.execPath, ['local/bootstrap.mjs', 'local/main.ts', ...options], {
    cwd: repositoryRoot,
    env: { ...config.inheritedEnvironment, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** `npm start` on free ports, and what it printed when it was ready. */
async function start(options: readonly string[] = [], variables?: Record<string, string>): Promise<Started> {
  const child = run(['--ports', 'auto', '--data-dir', dataFolder, ...options], variables);
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  const isReady = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('Ctrl-C stops the portal')) resolve();
    });
  });
  await Promise.race([isReady, exitCode]);
  const running = await findRunning(dataFolder);
  if (!running) throw new Error(output);
  return { child, output, running, exitCode };
}

function findUrls({ runFolder, projectId }: RunningPortal) {
  const { auth, storage } = readFixedPorts(runFolder);
  const identity = `http://127.0.0.1:${auth}/identitytoolkit.googleapis.com/v1`;
  return {
    accounts: `${identity}/projects/${projectId}/accounts:batchGet?maxResults=-1`,
    signIn: `${identity}/accounts:signInWithIdp?key=any`,
    lookUp: `${identity}/accounts:lookup?key=any`,
    upload: `http://127.0.0.1:${storage}/upload/storage/v1/b/${projectId}.appspot.com/o`,
    objects: `http://127.0.0.1:${storage}/storage/v1/b/${projectId}.appspot.com/o`,
  };
}

const readAccounts = async (running: RunningPortal) =>
  AccountsSchema.parse(await (await fetch(findUrls(running).accounts, { headers: owner })).json()).users;

async function signIn(running: RunningPortal, idToken: string) {
  const response = await fetch(findUrls(running).signIn, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      postBody: `id_token=${encodeURIComponent(idToken)}&providerId=google.com`,
      requestUri: 'http://localhost',
      returnSecureToken: true,
    }),
  });
  return SessionSchema.parse(await response.json());
}

const signInNew = (running: RunningPortal, email: string) =>
  signIn(running, JSON.stringify({ sub: email, email, email_verified: true, name: 'New' }));

async function upload(running: RunningPortal, name: string, body: string): Promise<void> {
  const response = await fetch(
    `${findUrls(running).upload}?uploadType=media&name=${encodeURIComponent(name)}`,
    { method: 'POST', headers: { ...owner, 'Content-Type': 'text/plain' }, body },
  );
  expect(response.status).toBe(200);
}

/** An object's bytes and its metadata, without what has the portal's address. */
async function readObject(running: RunningPortal, name: string) {
  const url = `${findUrls(running).objects}/${encodeURIComponent(name)}`;
  const read = (query: string) => fetch(url + query, { headers: owner });
  const {
    mediaLink: _,
    selfLink: __,
    ...metadata
  } = z.looseObject({ mediaLink: z.string(), selfLink: z.string() }).parse(await (await read('')).json());
  return { bytes: await (await read('?alt=media')).text(), metadata };
}

async function makePicture({ hostingUrl }: RunningPortal, idToken: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(hostingUrl + path, {
      method,
      headers: { ...json, Authorization: `Bearer ${idToken}`, 'Idempotency-Key': randomUUID() },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const started = await call('POST', generateImages.path, PICTURE);
  const { data } = generateImages.response.safeParse(started);
  for (;;) {
    if (!data) return started;
    const list = generatorCalls.list.response.parse(await call('GET', generatorCalls.list.path));
    const batch = list.batches.find(({ id }) => id === data.batchId);
    if (batch?.endedAt) return batch;
    await sleep(200);
  }
}

const waitUntilClosed = async (ports: readonly number[]) => {
  while ((await Promise.all(ports.map(answers))).includes(true)) await sleep(100);
};
const listPorts = ({ runFolder }: RunningPortal) => Object.values(readFixedPorts(runFolder));

const PICTURE = {
  provider: 'openai',
  model: 'gpt-image-1',
  prompt: 'a red fox',
  quantity: 1,
  quality: 'high',
  aspectRatio: '1:1',
  background: 'opaque',
  outputFormat: 'png',
};

const FILE = 'folder/a name with ü.txt';

/** A portal's life in order: it starts, stops, starts again with its data, is killed, and starts again. */
describe('npm start', () => {
  let portal: Started;
  let ids: string[];
  let file: Awaited<ReturnType<typeof readObject>>;
  let session: z.infer<typeof SessionSchema>;
  let skipped: z.infer<typeof SessionSchema>;
  let openai: Awaited<ReturnType<typeof playOpenai>>;

  beforeAll(async () => {
    portal = await start();
  });
  afterAll(() => {
    portal.child.kill('SIGKILL');
    rmSync(dataFolder, { recursive: true });
  });

  it('prints a working address and the accounts', async () => {
    expect(portal.output).toContain(portal.running.hostingUrl);
    expect(portal.output).toMatch(/admin@studio\.example +an admin/);
    const page = await fetch(portal.running.hostingUrl);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script type="module"');
  });

  it('serves the API on the same address', async () => {
    expect((await fetch(`${portal.running.hostingUrl}/api/health`)).status).toBe(200);
  });

  it('has the three accounts, each signed in with Google once', async () => {
    const accounts = await readAccounts(portal.running);
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
    const { scheduled } = await listFunctions(portal.running.functionsUrl);
    expect(scheduled).toContainEqual({
      name: 'cleanup',
      region: 'us-central1',
      schedule: '0 2 * * *',
      timeZone: expect.stringMatching(/UTC$/),
    });
  });

  it('rejects a second portal on the same data', async () => {
    await expect(startLocalPortal({ dataFolder, ports: 'auto' })).rejects.toThrow(portal.running.hostingUrl);
  });

  it('stops everything on SIGINT', async () => {
    const [admin] = seedAccounts;
    if (!admin) throw new Error('no seed account');
    session = await signIn(portal.running, makeGoogleIdToken(admin));
    await signInNew(portal.running, 'new@studio.example');
    await upload(portal.running, FILE, 'kept');
    file = await readObject(portal.running, FILE);
    ids = (await readAccounts(portal.running)).map(({ localId }) => localId);
    skipped = await signInNew(portal.running, 'a@b@c');
    await sleep(1_000); // sessions are counted in whole seconds

    const ports = listPorts(portal.running);
    portal.child.kill('SIGINT');
    expect(await portal.exitCode).toBe(0);
    expect(await Promise.all(ports.map(answers))).not.toContain(true);
    expect(await findRunning(dataFolder)).toBeUndefined();
  });

  it('keeps accounts, sessions and stored files across a restart', async () => {
    portal = await start(['--no-build']);
    expect((await readAccounts(portal.running)).map(({ localId }) => localId)).toEqual(ids);
    expect(await readObject(portal.running, FILE)).toEqual(file);
    expect(file.bytes).toBe('kept');
    const lookUp = await fetch(findUrls(portal.running).lookUp, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ idToken: session.idToken }),
    });
    expect(lookUp.status, 'a token from before the restart still holds').toBe(200);
  });

  it('starts without a saved account that cannot be imported, and names it', () => {
    expect(portal.output).toContain(`The saved account ${skipped.localId} was skipped: USER_NOT_FOUND`);
  });

  it('leaves no process behind after kill -9, and starts again with its data', async () => {
    const ports = listPorts(portal.running);
    portal.child.kill('SIGKILL');
    process.kill(portal.running.processId, 'SIGKILL');
    await waitUntilClosed(ports);
    openai = await playOpenai();
    portal = await start(['--no-build', '--budget', '0.3'], {
      OPENAI_API_KEY: 'a-real-key',
      OPENAI_BASE_URL: openai.url,
    });
    expect((await fetch(portal.running.hostingUrl)).status).toBe(200);
    expect(await readObject(portal.running, FILE)).toEqual(file);
  });

  it('calls a provider for real with a key of the environment, and stops at the budget', async () => {
    expect(portal.output).toContain('OpenAI       real, one key: the first picture costs from $0.01');
    expect(portal.output).toContain('xAI          sandbox: drawn on this machine, free');
    expect(portal.output).toContain('Budget       $0.30 a month');
    const [admin] = seedAccounts;
    if (!admin) throw new Error('no seed account');
    const { idToken } = await signIn(portal.running, makeGoogleIdToken(admin));
    const first = await makePicture(portal.running, idToken);
    expect(first).toMatchObject({ status: 'completed', completedCount: 1 });
    expect(openai.calls).toEqual([
      {
        path: '/v1/images/generations',
        authorization: 'Bearer a-real-key',
        body: expect.objectContaining({ prompt: 'a red fox', quality: 'high', size: '1024x1024' }),
      },
    ]);
    const second = await makePicture(portal.running, idToken);
    expect(second).toMatchObject({ code: 'conflict', error: expect.stringContaining('budget') });
    expect(openai.calls).toHaveLength(1);
    openai.stop();
    portal.child.kill('SIGTERM');
    expect(await portal.exitCode).toBe(0);
  });

  it('names an unknown argument', async () => {
    const child = run(['--prot-offset', '3']);
    const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let output = '';
    for await (const chunk of child.stdout) output += String(chunk);
    expect(output).toContain('--port-offset N');
    expect(await exitCode).toBe(1);
  });
});
