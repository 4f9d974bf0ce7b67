/** The figures of a run, as JSON and as text. */
import { cpus } from 'node:os';
import type { Checked } from './check-all.ts';
import { summarizeMemory, summarizeSamples, type Memory, type MemorySample, type Timing } from './figures.ts';
import type { Phase } from './run-phase.ts';

interface Run {
  options: Record<string, number | string>;
  phases: readonly Phase[];
  /** Processes that were to be killed. */
  targets: readonly string[];
  checked: Checked;
  samples: readonly MemorySample[];
}

export type Report = ReturnType<typeof makeReport>;

export function makeReport({ options, phases, targets, checked, samples }: Run) {
  return {
    date: new Date().toISOString(),
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    options,
    phases: phases.map((phase) => describePhase(phase, targets, checked)),
    results: checked.results,
    memory: summarizeMemory(samples),
    differences: checked.differences,
  };
}

function describePhase(
  { name, isDisturbed, polls, submitted, kills, settled }: Phase,
  targets: readonly string[],
  checked: Checked,
) {
  const batches = checked.batches[name] ?? [];
  const items = batches.flatMap((batch) => batch.items);
  const count = (state: string) => items.filter((item) => item.state === state).length;
  return {
    name,
    submits: {
      ...summarizeSamples(submitted.map(({ id, ms }) => ({ status: id === undefined ? 0 : 202, ms }))),
      repeated: submitted.filter(({ tries }) => tries > 1).length,
    },
    polls: summarizeSamples(polls),
    batches: batches.length,
    jobs: submitted.filter(({ isJob }) => isJob).length,
    halfPrice: batches.filter(({ isHalfPrice }) => isHalfPrice).length,
    items: items.length,
    done: count('done'),
    uncertain: count('uncertain'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    attemptedAgain: items.filter(({ attempts }) => attempts > 1).length,
    accounts: checked.accounts[name] ?? [],
    kills: isDisturbed
      ? Object.fromEntries(
          targets.map((target) => [target, kills.filter((kill) => kill.process === target).length]),
        )
      : {},
    settledMs: settled.ms,
    settledLast: settled.last,
    overdue: settled.overdue.length,
  };
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const row = (name: string, text: string) => print(`${name.padEnd(30)} ${text}`);
const ms = (value: number) => `${value.toFixed(0)} ms`;
const megabytes = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(0));
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
const per100 = (part: number, total: number) => ((100 * part) / total).toFixed(2);

const describeTiming = ({ p50, p95, max }: Timing) => `p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)}`;

const describeFailures = ({ failures }: Timing): string => {
  const list = Object.entries(failures).map(([status, count]) => `${count} x ${status}`);
  return list.length === 0 ? 'none failed' : `failed: ${list.join(', ')}`;
};

export function printReport(report: Report): void {
  print(`\n${report.date}, ${report.machine}`);
  row('options', JSON.stringify(report.options));
  for (const phase of report.phases) printPhase(phase);
  row('\nresults read by people', String(report.results));
  printMemory(report.memory);
  const { differences } = report;
  print(differences.length === 0 ? '\nEverything adds up.' : `\n${differences.length} differences:`);
  for (const difference of differences) print(`- ${difference}`);
}

function printPhase(phase: Report['phases'][number]): void {
  const { submits, polls, items } = phase;
  print(`\n${phase.name}`);
  row('batches', `${phase.batches}, of them ${phase.halfPrice} at half price; ${phase.jobs} jobs`);
  row(
    'items',
    `${items}: ${phase.done} done, ${phase.uncertain} uncertain (${per100(phase.uncertain, items)} of 100), ${phase.failed} failed, ${phase.cancelled} cancelled; ${phase.attemptedAgain} attempted again`,
  );
  row('submits', `${submits.count}: ${describeTiming(submits)}; ${submits.repeated} were sent again`);
  row(
    'polls',
    `${polls.count}, ${percent(polls.unchangedShare)} with 304: ${describeTiming(polls)}; ${describeFailures(polls)}`,
  );
  for (const { provider, paid, made, uncertain, uncertainPaid } of phase.accounts) {
    row(provider, `paid ${paid}, made ${made}, uncertain ${uncertain} (paid ${uncertainPaid})`);
  }
  const kills = Object.entries(phase.kills).map(([name, count]) => `${name} ${count}`);
  if (kills.length > 0) row('kills', kills.join(', '));
  row(
    'settled',
    `${(phase.settledMs / 1000).toFixed(0)} s after the phase (last: ${phase.settledLast.slice(0, 5).join(', ')}); the wait of ${phase.overdue} batches for the sweep was skipped`,
  );
}

function printMemory(memory: Memory): void {
  if (memory.length === 0) print('\nmemory: measured on Linux only');
  else print('\nmemory, MB                       min  median     max    last   by minute');
  for (const { kind, min, median, max, last, byMinute } of memory) {
    const figures = [min, median, max, last].map((value) => megabytes(value).padStart(7)).join(' ');
    print(`${kind.padEnd(28)} ${figures}   ${byMinute.map(megabytes).join(' ')}`);
  }
}
