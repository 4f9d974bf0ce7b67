import type { SettingsProblem } from '@portal/contracts/studio-settings';

/** What is used instead of an invalid value. */
export function describeFallback({ fallback, value }: Pick<SettingsProblem, 'fallback' | 'value'>): string {
  if (fallback === 'ignored') return 'This value is ignored.';
  const used = fallback === 'last-good' ? 'the last good value' : 'the default';
  return value === null ? `Using ${used}.` : `Using ${used}: ${value}.`;
}
