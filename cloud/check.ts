/** `npm run cloud:check -- --project ID`: checks a deployed portal. It costs nothing and leaves nothing behind. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTokenSource } from './access-token.ts';
import { deployCommand, setupCommand } from './check/commands.ts';
import { config } from './config.ts';
import { makeGoogleApi } from './check/make-google-api.ts';
import { checkHosting } from './check/hosting.ts';
import { checkIndexes } from './check/indexes.ts';
import { checkBucket, checkDatabase, checkSchedules } from './check/project.ts';
import { failed, formatReport, runCheck, type Row } from './check/report.ts';
import { checkAccess, checkReleases } from './check/rules.ts';
import { runSelfCheck } from './check/self-check.ts';
import { checkDomain, checkProvider, checkSettings, fetchPublicSettings } from './check/sign-in.ts';
import { readFirebaseJson, type Target } from './check/target.ts';
import { findRegion } from './settings.ts';

const USAGE = `Usage: npm run cloud:check -- --project ID [options]
  --url https://...    the portal's address (default https://ID.web.app)
  --region REGION      of the functions (default: REGION in functions/.env.ID)
  --firebase-json FILE the Hosting settings that it should have (default firebase.json)
  --allow-unchecked    succeed although something could not be checked`;

const root = resolve(import.meta.dirname, '..');
const print = (text: string) => process.stdout.write(`${text}\n`);

async function readArguments() {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      url: { type: 'string' },
      region: { type: 'string' },
      'firebase-json': { type: 'string', default: join(root, 'firebase.json') },
      'allow-unchecked': { type: 'boolean', default: false },
    },
  });
  const { project } = values;
  if (project === undefined) throw new Error('--project is missing.');
  const { hosting } = readFirebaseJson(values['firebase-json']);
  const target: Target = {
    project,
    region: values.region ?? findRegion({ root, project }),
    url: new URL(values.url ?? `https://${project}.web.app`).href.replace(/\/+$/, ''),
    root,
    hosting,
    google: makeGoogleApi(await makeTokenSource(root, project, config.accessToken), project),
    urls: config.urls,
  };
  return { target, allowsUnchecked: values['allow-unchecked'] };
}

async function checkPortal(target: Target): Promise<Row[]> {
  const { project } = target;
  const deploy = deployCommand(project);
  const setUp = setupCommand(project);
  const settings = await fetchPublicSettings(target).catch((error: unknown) => String(error));
  if (typeof settings === 'string') {
    return [failed('portal', `${target.url}/api/settings: ${settings}`, `Check --url. ${deploy}`)];
  }
  const groups = await Promise.all([
    runCheck('hosting', deploy, () => checkHosting(target)),
    runCheck('sign-in: settings', deploy, async () => checkSettings(target, settings)),
    runCheck('sign-in: domain', 'Correct WEB_API_KEY.', () => checkDomain(target, settings)),
    runCheck('sign-in: Google', setUp, () => checkProvider(target)),
    runCheck('rules: releases', deploy, () => checkReleases(target, settings)),
    runCheck('rules: access', deploy, () => checkAccess(target, settings)),
    runCheck('indexes', deploy, () => checkIndexes(target)),
    runCheck('database', setUp, () => checkDatabase(target)),
    runCheck('bucket: lifecycle', setUp, () => checkBucket(target, settings)),
    runCheck('schedule', deploy, () => checkSchedules(target)),
    runCheck('server', deploy, () => runSelfCheck(target)),
  ]);
  return groups.flat();
}

async function main(): Promise<number> {
  const { target, allowsUnchecked } = await readArguments();
  print(`Checking ${target.url} (project ${target.project})\n`);
  const rows = await checkPortal(target);
  print(formatReport(rows));
  const hasPassed = rows.every(
    ({ result }) => result === 'ok' || (allowsUnchecked && result === 'not checked'),
  );
  return hasPassed ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
