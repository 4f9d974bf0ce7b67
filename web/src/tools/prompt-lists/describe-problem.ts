import type { Place } from '@portal/contracts/prompt-lists/prompt-row';

/** 'Line 3, column 7', 'animals.csv, line 3'. In a file, a column of the prompt is no column of the line. */
export function describePlace({ file, line, column }: Place): string {
  if (file === undefined) return column === 1 ? `Line ${line}` : `Line ${line}, column ${column}`;
  const character = column === 1 ? '' : `, character ${column} of the prompt`;
  return `${file}, line ${line}${character}`;
}
