import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { config } from './config.ts';
import { SetupError } from './step.ts';

/** `--force` also deletes functions and indexes that the code no longer has. */
export const deployArguments = (project: string): string[] => [
  'deploy',
  '--project',
  project,
  '--non-interactive',
  '--force',
];

export async function deploy(root: string, project: string): Promise<void> {
  const firebase = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js');
  await run(root, [firebase, ...deployArguments(project)], 'The deployment failed.');
}

export async function check(root: string, project: string, accessToken: string): Promise<void> {
  const failure = 'The portal is deployed, but a check failed.';
  await run(root, [config.npm, 'run', 'cloud:check', '--', '--project', project], failure, {
    GOOGLE_OAUTH_ACCESS_TOKEN: accessToken,
  });
}

async function run(
  root: string,
  args: string[],
  failure: string,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...config.inheritedEnvironment, ...env },
  });
  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  if (exitCode !== 0) throw new SetupError(`${failure} See the output above, then run this command again.`);
}
