const UNITS = ['KB', 'MB', 'GB'] as const;

/** '840 KB', '3.2 MB', in units of 1024 like file managers. */
export function describeBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes;
  let unit = '';
  for (const next of UNITS) {
    if (unit !== '' && value < 1023.5) break;
    value /= 1024;
    unit = next;
  }
  return `${unit === 'KB' || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${unit}`;
}
