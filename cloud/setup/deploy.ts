import { spawn } from 'node:child_process';
import { config } from '../config.ts';
import { SetupError } from './step.ts';

export async function deploy(root: string, project: string): Promise<void> {
  await runScript(root, 'cloud:deploy', project, 'The deployment failed.');
}

/** Reuses the token, so the check does not sign in again. */
export async function check(root: string, project: string, accessToken: string): Promise<void> {
  const env = { GOOGLE_OAUTH_ACCESS_TOKEN: accessToken };
  await runScript(root, 'cloud:check', project, 'The portal is deployed, but a check failed.', env);
}

async function runScript(
  root: string,
  script: string,
  project: string,
  failure: string,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const [program = '', ...before] = config.npm;
  const child = spawn(program, [...before, 'run', script, '--', '--project', project], {
    cwd: root,
    stdio: 'inherit',
    env: { ...config.inheritedEnvironment, ...env },
  });
  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  if (exitCode === 0) return;
  throw new SetupError(`${failure} See the output above, then run npm run ${script} -- --project ${project}`);
}
