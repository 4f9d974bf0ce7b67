/** Where something stands in a rules file; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** As Google's emulator reports it: an ERROR refuses the file, a WARNING does not. */
export interface RulesIssue extends Position {
  readonly severity: 'ERROR' | 'WARNING';
  readonly description: string;
}

/** Ends reading a rules file: what follows would be a guess. */
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
