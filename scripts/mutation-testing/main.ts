/**
 * `npm run test:mutation -- FOLDER [--sample COUNT --seed SEED]`: changes one operator, condition or literal of an area at a time, and
 * reports which changes no test notices. See docs/decisions/079. Not part of `npm test`.
 */
import { parseArgs } from 'node:util';
import { print } from '../test/report.ts';
import { areas } from './areas.ts';
import { findCopy, listMutants, sample, writeInstrumentedCopy } from './instrument-area.ts';
import { killByPortalTests, killByUnitTests } from './kill.ts';
import { nameMutant, readResults, writeResults } from './results.ts';
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
const area = areas.find((each) => each.folder === folder.replace(/\/$/, ''));
if (!area) throw new Error(`Usage: npm run test:mutation -- ${areas.map((each) => each.folder).join('|')}`);

const all = listMutants(area);
const chosen = values.sample === undefined ? all : sample(all, Number(values.sample), Number(values.seed));
const known = values.survivors || values.e2e ? readResults(area) : {};
const open = chosen.filter((mutant) => known[nameMutant(mutant)] === undefined);
const copy = findCopy(area);
const switchFolder = writeInstrumentedCopy(copy, area, open);
print(`${open.length} of ${all.length} mutants of ${area.folder}`);

const filters = values.tests === undefined ? [] : values.tests.split(',');
const options = { copy, area, mutants: open, filters };
const kills = await (values.e2e ? killByPortalTests(options, switchFolder) : killByUnitTests(options));
const killed = chosen.flatMap((mutant) => {
  const by = kills.get(mutant.id) ?? known[nameMutant(mutant)];
  return by === undefined ? [] : [[nameMutant(mutant), by] as const];
});
const results = Object.fromEntries(killed);
writeResults(area, results);
const equivalents = readEquivalents(area);
printReport({
  mutants: chosen,
  isKilled: (mutant) => results[nameMutant(mutant)] !== undefined,
  equivalents,
  ms: performance.now() - startedAt,
});
if (!checkEquivalents(equivalents, all)) process.exitCode = 1;
