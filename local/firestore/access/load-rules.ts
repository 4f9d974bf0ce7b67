import { parseFirestoreRules, type FirestoreRules } from '../../rules/firestore-rules.ts';
import type { RulesIssue } from '../../rules/issues.ts';
import { invalidArgument } from '../status.ts';

export interface LoadedRules {
  /** Absent: the source has errors, and they were to be put up with. */
  readonly rules: FirestoreRules | undefined;
  readonly issues: readonly RulesIssue[];
}

/** Throws INVALID_ARGUMENT for a source with errors, unless they are to be ignored. */
export function loadRules(source: string, ignoreErrors = false): LoadedRules {
  const { rules, issues } = parseFirestoreRules(source);
  const errors = issues.filter(({ severity }) => severity === 'ERROR');
  if (errors.length > 0 && !ignoreErrors) {
    const lines = errors.map(({ line, column, description }) => `L${line}:${column} ${description}`);
    throw invalidArgument(`Error compiling rules:\n${lines.join('\n')}`);
  }
  return { rules: errors.length > 0 ? undefined : rules, issues };
}
