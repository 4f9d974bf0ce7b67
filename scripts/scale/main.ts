/** `npm run scale` writes the tables of docs/scale.md; with `--check` it fails if they are not what it would write. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fairness, oneAgainstMany, simulation } from './simulation-tables.ts';
import { amounts, changes, costs, counts, limits, queueUse, summary, usage } from './tables.ts';

const page = join(import.meta.dirname, '../../docs/scale.md');
const TABLES = {
  summary,
  costs,
  changes,
  limits,
  amounts,
  simulation,
  fairness,
  oneAgainstMany,
  usage,
  queueUse,
  counts,
};

/** Replaces what is between the markers of each table. */
function fill(text: string): string {
  let filled = text;
  for (const [name, makeTable] of Object.entries(TABLES)) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const from = filled.indexOf(start);
    const to = filled.indexOf(end);
    if (from === -1 || to < from) throw new Error(`docs/scale.md has no place for ${name}.`);
    filled = `${filled.slice(0, from + start.length)}\n\n${makeTable()}\n\n${filled.slice(to)}`;
  }
  return filled;
}

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const text = readFileSync(page, 'utf8');
const filled = fill(text);
if (filled !== text) {
  if (check) {
    process.stderr.write('docs/scale.md is not what the model computes. Run: npm run scale\n');
    process.exitCode = 1;
  } else {
    writeFileSync(page, filled);
  }
}
