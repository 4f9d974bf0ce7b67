import { assignSteps, type AssignedEntry, type AssignedSection } from './assign-steps.ts';
import type { Assignment, SectionAssignment } from './assignments/assignment.ts';
import { collectProofs, type Proof, type TestResult } from './collect-proofs.ts';
import type { SpecSection } from './parse-spec.ts';
import { renderCoverage } from './render-coverage.ts';
import type { Step } from './steps.ts';

export interface LedgerEntry extends AssignedEntry {
  proofs: readonly Proof[];
  state: 'proven' | 'due' | 'open' | 'nothing to prove';
}

export interface LedgerSection extends AssignedSection {
  entries: LedgerEntry[];
}

export interface LedgerInput {
  spec: readonly SpecSection[];
  assignments: Readonly<Record<string, SectionAssignment>>;
  doneSteps: readonly Step[];
  tests: readonly TestResult[];
}

/** Brings the spec, its assignment to steps and the test results together. */
export function buildLedger(input: LedgerInput): { markdown: string; problems: string[] } {
  const assigned = assignSteps(input.spec, input.assignments);
  const references = input.spec.flatMap(({ entries }) => entries.map(({ reference }) => reference));
  const collected = collectProofs(input.tests, new Set(references));
  const sections = assigned.sections.map((section) => ({
    ...section,
    entries: section.entries.map((entry) => {
      const proofs = collected.proofs.get(entry.reference) ?? [];
      return { ...entry, proofs, state: findState(entry.assignment, proofs, input.doneSteps) };
    }),
  }));
  const unproven = sections
    .flatMap(({ entries }) => entries)
    .filter(({ state }) => state === 'due')
    .map(({ reference, text }) => `no passing test names [${reference}], whose step is done: ${text}`);
  return {
    markdown: renderCoverage(sections),
    problems: [...assigned.problems, ...collected.problems, ...unproven],
  };
}

function findState(
  assignment: Assignment,
  proofs: readonly Proof[],
  doneSteps: readonly string[],
): LedgerEntry['state'] {
  if (typeof assignment !== 'string') return 'nothing to prove';
  if (proofs.length > 0) return 'proven';
  return assignment.split('').every((step) => doneSteps.includes(step)) ? 'due' : 'open';
}
