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

/** The rules of one service in a file. A file without that service allows nothing of it. */
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
