import { checkRulesFile } from './check/check.ts';
import { RulesSyntaxError, toIssue, type RulesIssue } from './syntax/issues.ts';
import { parseRulesFile } from './syntax/parse.ts';
import { Ruleset } from './evaluate/ruleset.ts';
import type { ServiceName } from './check/services.ts';

interface ReadRules {
  /** Absent when an issue is an ERROR. */
  readonly ruleset?: Ruleset;
  readonly issues: readonly RulesIssue[];
}

/** Parses and checks the rules of one service. A file without that service denies everything. */
export function readRules(source: string, serviceName: ServiceName): ReadRules {
  try {
    const file = parseRulesFile(source);
    const issues = checkRulesFile(file);
    if (issues.some(({ severity }) => severity === 'ERROR')) return { issues };
    return { ruleset: new Ruleset(file, serviceName), issues };
  } catch (error) {
    if (error instanceof RulesSyntaxError)
      return { issues: [toIssue('ERROR', error.message, error.position)] };
    throw error;
  }
}
