/** A place in a rules file; both numbers start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** As Google's emulator reports it. A file with an ERROR is refused. */
export interface RulesIssue extends Position {
  readonly severity: 'ERROR' | 'WARNING';
  readonly description: string;
}

/** Stops parsing at the first syntax error. */
export class RulesSyntaxError extends Error {
  readonly position: Position;
  constructor(description: string, position: Position) {
    super(description);
    this.position = position;
  }
}

export const toIssue = (
  severity: RulesIssue['severity'],
  description: string,
  { line, column }: Position,
): RulesIssue => ({
  severity,
  description,
  line,
  column,
});
