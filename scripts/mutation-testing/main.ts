/**
 * `npm run test:mutation -- FOLDER [--sample COUNT --seed SEED]`: changes one operator, condition or literal of an area at a time, and
 * reports which changes no test notices. Not part of `npm test`.
 */
import { parseArgs } from 'node:util';
import { print } from '../test/report.ts';
import { findArea } from './areas.ts';
import { findCopy, listMutants, nameMutant, sample, writeInstrumentedCopy } from './instrument-area.ts';
import type { Kills } from './try-mutants.ts';
import { killByPortalTests, killByUnitTests } from './kill.ts';
import { readResults, writeResults, type Results } from './results.ts';
import { readEquivalents } from './equivalents.ts';
import { checkEquivalents, printReport } from './print-report.ts';

const startedAt = performance.now();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
    e2e: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
  },
});
const [folder = ''] = positionals;
const area = findArea(folder);

const all = listMutants(area);
const chosen = values.sample === undefined ? all : sample(all, Number(values.sample), values.seed);
const known = values.survivors || values.e2e ? readResults(area.folder) : {};
const open = chosen.filter((mutant) => known[nameMutant(mutant)] === undefined);
const copy = findCopy(area);
const switchFolder = writeInstrumentedCopy(copy, area, open);
print(`${open.length} of ${all.length} mutants of ${area.folder}`);

const filters = values.tests === undefined ? [] : values.tests.split(',');
const options = { copy, area, mutants: open, filters, save };
const kills = await (values.e2e ? killByPortalTests(options, switchFolder) : killByUnitTests(options));
const results = save(kills);
const equivalents = readEquivalents(area);
printReport({
  mutants: chosen,
  isKilled: (mutant) => results[nameMutant(mutant)] !== undefined,
  equivalents,
  ms: performance.now() - startedAt,
});
if (!checkEquivalents(equivalents, all)) process.exitCode = 1;

function save(kills: Kills): Results {
  const killed = open.flatMap((mutant) => {
    const by = kills.get(mutant.id);
    return by === undefined ? [] : [[nameMutant(mutant), by] as const];
  });
  return writeResults(area.folder, { ...known, ...Object.fromEntries(killed) });
}
