import { GoogleError } from '../google-api.ts';

export interface Row {
  check: string;
  result: 'ok' | 'failed' | 'not checked';
  detail: string;
  /** What to do about a failure. */
  todo?: string;
}

export const passed = (check: string, detail: string): Row => ({ check, result: 'ok', detail });
export const failed = (check: string, detail: string, todo: string): Row => ({
  check,
  result: 'failed',
  detail,
  todo,
});

/** A check that cannot be made fails. `todo` is for a failure without a more specific remedy. */
export async function runCheck(check: string, todo: string, run: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GoogleError && error.status === 'UNIMPLEMENTED') {
      return [{ check, result: 'not checked', detail: error.message }];
    }
    const detail = error instanceof Error ? describe(error) : String(error);
    const isDenied = error instanceof GoogleError && [401, 403].includes(error.code);
    return [failed(check, detail, isDenied ? `${SIGN_IN} Otherwise: ${todo}` : todo)];
  }
}

const SIGN_IN =
  'Run "npm run firebase -- login" as an owner of the project, and enable the API that the message names.';

const describe = (error: Error): string =>
  [
    error instanceof GoogleError ? error.describe() : error.message,
    error.cause instanceof Error ? error.cause.message : '',
  ]
    .filter((part) => part !== '')
    .join(': ');

/** A table with a line for each check, and the remedy below each failure. */
export function formatReport(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ check }) => check.length));
  const lines = rows.flatMap(({ check, result, detail, todo }) => [
    `${check.padEnd(width)}  ${result.padEnd('not checked'.length)}  ${detail.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
    ...(todo === undefined ? [] : [`${''.padEnd(width)}  Fix: ${todo}`]),
  ]);
  const count = (result: Row['result']) => rows.filter((row) => row.result === result).length;
  return [
    ...lines,
    '',
    `${count('ok')} ok, ${count('failed')} failed, ${count('not checked')} not checked`,
  ].join('\n');
}
