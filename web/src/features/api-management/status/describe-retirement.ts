import type { Retirement } from '@portal/contracts/api-status';
import { PROVIDER_TITLES } from '../../../shared/provider-titles.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Which model goes when, and what that means for who uses it. */
export function describeRetirement(
  { model, provider, upstreamModel, retiresOn, isRetired }: Retirement,
  now: Date,
): string {
  const name = `${model} (${PROVIDER_TITLES[provider]}’s ${upstreamModel})`;
  const day = new Date(retiresOn);
  if (isRetired) return `${name} was retired on ${dates.format(day)}: calls for it may fail.`;
  const days = Math.ceil((day.getTime() - now.getTime()) / DAY_MS);
  return `${name} is retired on ${dates.format(day)}, ${relative.format(days, 'day')}.`;
}
