import type { Step } from '../steps.ts';

/** Several letters: a part belongs to each step, and the whole is due when the last of them is done. */
type StepLetters = Step | `${Step}${Step}` | `${Step}${Step}${Step}` | `${Step}${Step}${Step}${Step}`;

/** Either the steps that prove an entry, or why there is nothing to prove. */
export type Assignment = StepLetters | { nothingToProve: string };

export interface SectionAssignment {
  all: Assignment;
  /** By the entry's number in the section. */
  except?: Record<number, Assignment>;
}

export const none = (nothingToProve: string): Assignment => ({ nothingToProve });
