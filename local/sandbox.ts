import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeSettings } from '@portal/provider-sandbox/settings';
import { keepServerKeys } from '@portal/provider-sandbox/agency-keys';
import { AGENCY_ACCOUNT } from '@portal/provider-sandbox/settings';
import { config } from './config.ts';
import { answers } from './ports.ts';
import { listSandboxed, type RealServices } from './real-services.ts';

const READY_WITHIN_MS = 20_000;

/** Each provider's path on the sandbox. */
const paths = { openai: '/openai/v1', google: '/google', stability: '/stability', xai: '/xai/v1' };

/** Serves every provider of which there is no real key. */
export async function startSandbox(options: {
  port: number;
  /** Default: any free ones. */
  agencyPorts?: Record<'sftp' | 'ftps', number>;
  dataFolder: string;
  tasksUrl?: string;
  latencyMs?: number;
}) {
  const { port, agencyPorts, dataFolder, tasksUrl, latencyMs } = options;
  const logFolder = join(dataFolder, 'logs');
  mkdirSync(logFolder, { recursive: true });
  const logFile = join(logFolder, 'sandbox.log');
  const log = openSync(logFile, 'w');
  const child = spawn(
    process.execPath,
    [
      '--import',
      pathToFileURL(join(import.meta.dirname, 'exit-with-parent.mjs')).href,
      fileURLToPath(import.meta.resolve('@portal/provider-sandbox/main')),
      '--port',
      String(port),
      '--sftp-port',
      String(agencyPorts?.sftp ?? 0),
      '--ftps-port',
      String(agencyPorts?.ftps ?? 0),
      '--data-dir',
      sandboxFolder(dataFolder),
      ...(tasksUrl === undefined ? [] : ['--tasks-url', tasksUrl]),
      ...(latencyMs === undefined ? [] : ['--latency-ms', String(latencyMs)]),
    ],
    { env: config.inheritedEnvironment, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`The provider sandbox did not start.\n\n${readFileSync(logFile, 'utf8')}`);
    }
    await sleep(50);
  }
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const sandboxFolder = (dataFolder: string) => join(dataFolder, 'sandbox');

/** Settings and secrets that send the functions to the sandbox for each service that is not real. */
export function describeAccess(
  url: string,
  agencies: { ports: Record<'sftp' | 'ftps', number>; dataFolder: string },
  real: RealServices,
): { env: string; secret: string } {
  const sandbox = makeSettings();
  const sandboxed = listSandboxed(real);
  const keys = {
    ...real.keys,
    ...Object.fromEntries(sandboxed.map((provider) => [provider, sandbox.keys[provider].slice(0, 2)])),
    cloudinary: real.cloudinary ?? {
      cloudName: sandbox.cloudinary.cloudName,
      apiKey: sandbox.keys.cloudinary[0],
      apiSecret: sandbox.cloudinary.apiSecret,
    },
  };
  const accounts = real.deliveryAccounts ?? JSON.stringify(describeSandboxAgencies(agencies));
  const env = {
    CLOUD_TASKS_URL: url,
    SANDBOX_PROVIDERS: sandboxed.join(','),
    ...toBaseUrls(real.baseUrls),
    ...toBaseUrls(Object.fromEntries(sandboxed.map((provider) => [provider, url + paths[provider]]))),
    ...(real.cloudinary === undefined && {
      CLOUDINARY_API_URL: `${url}/cloudinary`,
      CLOUDINARY_DELIVERY_URL: `${url}/cloudinary/res`,
    }),
  };
  return {
    env: toEnvFile(env),
    secret: toEnvFile({ PROVIDER_KEYS: `'${JSON.stringify(keys)}'`, DELIVERY_ACCOUNTS: `'${accounts}'` }),
  };
}

const toBaseUrls = (urls: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(urls).map(([provider, address]) => [`${provider.toUpperCase()}_BASE_URL`, address]),
  );

/** Accounts at the sandbox's upload servers, in place of those of two agencies. */
function describeSandboxAgencies({
  ports,
  dataFolder,
}: {
  ports: Record<'sftp' | 'ftps', number>;
  dataFolder: string;
}) {
  const { fingerprint, certificate } = keepServerKeys(sandboxFolder(dataFolder));
  const account = { host: '127.0.0.1', ...AGENCY_ACCOUNT };
  return {
    'adobe-stock': { protocol: 'sftp', ...account, port: ports.sftp, hostKey: fingerprint },
    shutterstock: { protocol: 'ftps', ...account, port: ports.ftps, certificateAuthority: certificate },
  };
}

export const toEnvFile = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
