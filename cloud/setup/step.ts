/** The setup is a list of steps. Each compares what exists with what is wanted. */
import type { Google } from './google.ts';

export interface Setup {
  google: Google;
  /** The ID. */
  project: string;
  projectNumber: string;
  region: string;
  /** The studio's own domains, on which staff open the portal. */
  domains: readonly string[];
  /** Whether changes are made, not just printed. */
  isApplying: boolean;
  /** Where alerts are sent. Undefined: to the first admin. */
  alertEmail: string | undefined;
  /** Monthly budget for Google Cloud, in the currency of the billing account. Undefined: the existing one, or the default. */
  budget: number | undefined;
  /** OWNER/REPO that may deploy from a GitHub environment. */
  github: { repository: string; environment: string } | undefined;
  /** A JSON file with the provider keys, instead of questions. */
  providerKeysFile: string | undefined;
  /** Whether settings of the whole bucket may be changed although it has files or rules of others. */
  adoptsBucket: boolean;
  /** Where functions/.env.example is. */
  root: string;
  /** Undefined without a terminal. */
  ask: Ask | undefined;
}

/** What is typed does not appear if `isHidden`. */
export type Ask = (question: string, options?: { isHidden?: boolean }) => Promise<string>;

export interface Change {
  /** Printed before the change is made. */
  lines: readonly string[];
  apply: () => Promise<unknown>;
}

export interface Plan {
  changes: readonly Change[];
  /** What no API can do: instructions with a link. */
  manualSteps?: readonly string[];
}

export interface Step {
  title: string;
  /** Reads only. Called after the changes of the steps before it. */
  plan: (setup: Setup) => Promise<Plan>;
}

export const NO_CHANGES: Plan = { changes: [] };

export const oneChange = (line: string, apply: () => Promise<unknown>): Plan => ({
  changes: [{ lines: [line], apply }],
});

/** The setup cannot go on. The message says what to do. */
export class SetupError extends Error {}
