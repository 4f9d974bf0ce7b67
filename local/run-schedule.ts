/** `run-schedule.ts cleanup`: runs a scheduled function of the running portal now. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeError } from './reporter.ts';
import { findRunning } from './running-portal.ts';
import { listFunctions, runScheduled } from './schedules.ts';
import { repositoryRoot } from './start-local-portal.ts';

const print = (text: string) => process.stdout.write(`\n  ${text}\n\n`);

async function run(name: string | undefined, dataFolder: string): Promise<void> {
  const portal = await findRunning(dataFolder);
  if (!portal?.isAlive) throw new Error('The portal is not running. Start it with npm start.');
  const { scheduled } = await listFunctions(portal.functionsUrl);
  const found = scheduled.find((candidate) => candidate.name === name);
  if (!found) {
    const names = scheduled.map((candidate) => candidate.name).join(', ');
    throw new Error(`Pass the name of a scheduled function: ${names || 'there are none'}.`);
  }
  await runScheduled(portal, found, new Date());
  print(`${found.name} ran. Its output is in .data/logs/emulators.log.`);
}

const { values, positionals } = parseArgs({
  options: { 'data-dir': { type: 'string', default: join(repositoryRoot, '.data') } },
  allowPositionals: true,
});
try {
  await run(positionals[0], resolve(repositoryRoot, values['data-dir']));
} catch (error) {
  print(describeError(error));
  process.exitCode = 1;
}
