/**
 * `npm run test:load [-- --users 50 --batches 10 --minutes 5 --kills 5 --seed 1]`: people submit and watch batches of all tools, twice;
 * the second time, processes are killed. Then everything is compared: what was accepted, made, charged, stored and shown. Prints figures,
 * writes them to .build/load-report.json, and fails with a list of differences.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { oneCaseOfEach } from '../support/tool-cases.ts';
import { listFunctions } from '../support/function-processes.ts';
import { reuseDrawings, setLatency } from '../support/sandbox.ts';
import { setHourlyLimit } from '../support/storage-cleanup.ts';
import { checkAll } from './check-all.ts';
import { makeStarters } from './give-work.ts';
import { planKills, planSubmissions } from './plan-phase.ts';
import { makeReport, printReport } from './report.ts';
import { makeRandom } from './random.ts';
import { PROVIDER_MS, runPhase, slowDownStorage } from './run-phase.ts';
import { watchMemory } from './watch-memory.ts';

const MINUTE_MS = 60_000;
const REPORT = join(import.meta.dirname, '../../.build/load-report.json');
/** People rarely ask for their work, and no one does here. */
const UNUSED = new Set(['buildArchives', 'deliverFiles']);
const ROOMY = 1_000_000;
/** Batches to delete for each planned kill: some are deleted before the kill. */
const SPARE = 4;

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '50' },
    batches: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '5' },
    kills: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const users = Number(values.users);
const batches = Number(values.batches);
const kills = Number(values.kills);
const phaseMs = Number(values.minutes) * MINUTE_MS;

await setLatency(PROVIDER_MS);
await slowDownStorage(0);
await reuseDrawings(4, { sharesPrompts: true });
await setHourlyLimit(ROOMY);

const people: Account[] = [];
for (let index = 0; index < users; index += 1) people.push(await signIn(newEmail()));

const memory = watchMemory();
const planOf = (name: string) => ({
  name,
  phaseMs,
  submissions: planSubmissions(name, { users, batches, phaseMs }, makeRandom(`${values.seed}/${name}`)),
});
const steady = await runPhase(people, planOf('steady'));

const helper = await signIn(newEmail());
const removable: string[] = [];
for (let index = 0; index < kills * SPARE; index += 1) {
  removable.push(await (await oneCaseOfEach.upscale.prepare('to be deleted', 2)).start(helper));
}
const targets = (await listFunctions()).filter((name) => !UNUSED.has(name));
const random = makeRandom(`${values.seed}/kills`);
const disturbed = await runPhase(people, {
  ...planOf('killed'),
  disturbance: {
    plan: planKills(targets, { kills, phaseMs }, random),
    targets,
    kills,
    starters: makeStarters(helper, removable),
    random,
  },
});
const samples = await memory.stop();

const checked = await checkAll(people, { helper, removable, phases: [steady, disturbed], targets, kills });
const report = makeReport({
  options: { users, batches, minutes: Number(values.minutes), kills, seed: values.seed },
  phases: [steady, disturbed],
  targets,
  checked,
  samples,
});
printReport(report);
writeFileSync(REPORT, `${JSON.stringify(report, null, 2)}\n`);
process.exit(report.differences.length === 0 ? 0 : 1);
