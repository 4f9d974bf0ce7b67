import type { Assignment, SectionAssignment } from './assignments/assignment.ts';
import type { SpecEntry, SpecSection } from './parse-spec.ts';

export interface AssignedEntry extends SpecEntry {
  assignment: Assignment;
}

export interface AssignedSection extends SpecSection {
  entries: AssignedEntry[];
}

/** Gives every entry its assignment; whatever does not fit the spec is a problem. */
export function assignSteps(
  spec: readonly SpecSection[],
  assignments: Readonly<Record<string, SectionAssignment>>,
): { sections: AssignedSection[]; problems: string[] } {
  const sections: AssignedSection[] = [];
  const problems: string[] = [];
  for (const section of spec) {
    const assigned = assignments[section.id];
    if (assigned === undefined) {
      problems.push(`section ${section.id} of the spec is assigned to no step`);
      continue;
    }
    const { all, except = {} } = assigned;
    const entries = section.entries.map((entry, index) => ({
      ...entry,
      assignment: except[index + 1] ?? all,
    }));
    sections.push({ ...section, entries });
    for (const number of Object.keys(except)) {
      if (entries[Number(number) - 1] === undefined)
        problems.push(`${section.id}.${number} is assigned, but not in the spec`);
    }
    for (const { reference, assignment } of entries) {
      if (typeof assignment === 'string' && !isInOrder(assignment))
        problems.push(`the steps '${assignment}' of ${reference} are not each once and in order`);
    }
  }
  const known = new Set(spec.map(({ id }) => id));
  for (const id of Object.keys(assignments)) {
    if (!known.has(id)) problems.push(`section ${id} is assigned, but not in the spec`);
  }
  return { sections, problems };
}

const isInOrder = (letters: string) => [...new Set(letters)].sort().join('') === letters;
