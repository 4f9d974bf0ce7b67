import type { LedgerEntry, LedgerSection } from './build-ledger.ts';
import type { Proof } from './collect-proofs.ts';
import { steps } from './steps.ts';

const TEXT_LENGTH = 100;
const PROOFS_SHOWN = 3;

/** The whole report; equal for equal input. */
export function renderCoverage(sections: readonly LedgerSection[]): string {
  const lines = [
    '# What of the spec is proven',
    '',
    'From the last test run. How to name a proof: docs/spec/README.md.',
    'An entry of two steps counts in the last of them. Proven: a passing test names it. Due: its step is done, but',
    'no test does. Open: its step is still to come.',
    '',
    ...renderSummary(sections.flatMap(({ entries }) => entries)),
    '',
  ];
  for (const { id, heading, entries } of sections) {
    lines.push(
      `## ${id}: ${heading.replace(/^[\d.]+ /, '')}`,
      '',
      '| Ref | Entry | Step | Proof |',
      '|---|---|---|---|',
    );
    lines.push(...entries.map(renderEntry), '');
  }
  return lines.join('\n');
}

function renderSummary(entries: readonly LedgerEntry[]): string[] {
  const rows = Object.entries(steps).map(([step, name]) => {
    const own = entries.filter(
      ({ assignment }) => typeof assignment === 'string' && assignment.endsWith(step),
    );
    const count = (state: LedgerEntry['state']) => own.filter((entry) => entry.state === state).length;
    return `| ${step}: ${name} | ${own.length} | ${count('proven')} | ${count('due')} | ${count('open')} |`;
  });
  const nothing = entries.filter(({ state }) => state === 'nothing to prove').length;
  return [
    '| Step | Entries | Proven | Due | Open |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `${entries.length} entries, ${nothing} of which state no behaviour of the portal.`,
  ];
}

function renderEntry({ reference, text, assignment, proofs, state }: LedgerEntry): string {
  const step = typeof assignment === 'string' ? assignment : '-';
  const reason = typeof assignment === 'string' ? state : assignment.nothingToProve;
  const proof = proofs.length > 0 ? renderProofs(proofs) : escapeCell(reason);
  return `| ${reference} | ${escapeCell(shorten(text))} | ${step} | ${proof} |`;
}

function renderProofs(proofs: readonly Proof[]): string {
  const shown = proofs.slice(0, PROOFS_SHOWN).map(({ title, file }) => `${escapeCell(title)} (${file})`);
  if (proofs.length > PROOFS_SHOWN) shown.push(`and ${proofs.length - PROOFS_SHOWN} more`);
  return shown.join('<br>');
}

const shorten = (text: string) =>
  text.length <= TEXT_LENGTH ? text : `${text.slice(0, TEXT_LENGTH - 1).trimEnd()}…`;

const escapeCell = (text: string) => text.replaceAll(/[\\|<`*]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
