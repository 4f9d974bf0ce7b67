import { expect, it } from 'vitest';
import { assignSteps } from '../assign-steps.ts';
import { assignments } from '../read-ledger.ts';
import { parseWholeSpec } from '../parse-spec.ts';

const { sections, problems } = assignSteps(parseWholeSpec(), assignments);
const entries = sections.flatMap((section) => section.entries);

it('every entry of the spec is assigned to exactly one place', () => {
  expect(problems).toEqual([]);
  expect(entries).toHaveLength(628);
});

it('what is called settled elsewhere is settled there by something that is to be proven', () => {
  const toProve = entries.filter(({ assignment }) => typeof assignment === 'string');
  const targets = new Set([...toProve.map(({ reference }) => reference), ...sections.map(({ id }) => id)]);
  const cited = entries.flatMap(({ assignment }) =>
    typeof assignment === 'string'
      ? []
      : (assignment.nothingToProve.match(/\b(?:[PT]\d[\d.]*\d|D-[a-z-]+(?:\.\d+)?)/g) ?? []),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((reference) => !targets.has(reference))).toEqual([]);
});
