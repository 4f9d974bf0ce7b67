/**
 * `npm run test:mistakes [-- NAME...]`: breaks the product in one way at a time, in a copy of the repository, and reports
 * whether the expected tests fail. Not part of `npm test`: each end-to-end mistake starts a new portal. These are single mistakes
 * that no operator makes; `npm run test:mutation` tries all operators of a folder.
 */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { print } from '../test/report.ts';
import { repositoryRoot } from '../test/run-command.ts';
import { copyRepository } from '../copy-repository.ts';
import type { Mistake, Tests } from './mistake.ts';
import { mistakes } from './mistakes.ts';

const OutcomeSchema = z.object({ passed: z.number(), failed: z.number(), output: z.string() });
type Verdict = 'killed' | 'survived' | 'stale' | 'broken';

const names = process.argv.slice(2);
const chosen = mistakes.filter(({ name }) => names.length === 0 || names.includes(name));
const unknown = names.filter((name) => !mistakes.some((mistake) => mistake.name === name));
if (unknown.length > 0) throw new Error(`Unknown mistake: ${unknown.join(', ')}.`);

const copy = join(repositoryRoot, '.build/known-mistakes');
copyRepository(repositoryRoot, copy);
try {
  const verdicts = new Map<Mistake, Verdict>();
  if (await passUnbroken(chosen)) {
    for (const mistake of chosen) {
      const verdict = await judge(mistake);
      verdicts.set(mistake, verdict);
      print(`${verdict.padEnd(8)}  ${mistake.name.padEnd(28)}  ${mistake.file}`);
    }
  }
  const killed = [...verdicts.values()].filter((verdict) => verdict === 'killed').length;
  print(`${killed} of ${chosen.length} killed`);
  process.exitCode = killed === chosen.length ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}

/** A test that fails anyway would count every mistake as killed. */
async function passUnbroken(all: readonly Mistake[]): Promise<boolean> {
  const unit = all.flatMap(({ tests }) => ('unit' in tests ? tests.unit : []));
  const e2e = all.flatMap(({ tests }) => ('e2e' in tests ? tests.e2e : []));
  const title = all.flatMap(({ tests }) => ('e2e' in tests ? tests.title : [])).join('|');
  const runs: Tests[] = [
    ...(unit.length > 0 ? [{ unit: [...new Set(unit)] }] : []),
    ...(e2e.length > 0 ? [{ e2e: [...new Set(e2e)], title }] : []),
  ];
  for (const tests of runs) {
    const { passed, failed, output } = await runTests(tests);
    if (failed === 0 && passed > 0) continue;
    print(`Without a mistake ${failed} tests fail and ${passed} pass.\n${output}`);
    return false;
  }
  return true;
}

async function judge({ file, find, replace, tests }: Mistake): Promise<Verdict> {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) return 'stale';
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  try {
    const { passed, failed, output } = await runTests(tests);
    if (failed > 0) return 'killed';
    if (passed > 0) return 'survived';
    print(output);
    return 'broken';
  } finally {
    writeFileSync(path, original);
  }
}

async function runTests(tests: Tests): Promise<z.infer<typeof OutcomeSchema>> {
  const outcome = join(copy, '.build/mistake-outcome.json');
  const program = join(copy, 'scripts/known-mistakes/run-tests-main.ts');
  const exitWithParent = join(copy, 'local/exit-with-parent.mjs');
  const args = ['--import', exitWithParent, program, JSON.stringify(tests), outcome];
  await promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 });
  return OutcomeSchema.parse(JSON.parse(readFileSync(outcome, 'utf8')));
}
