import type { Retirement } from '@portal/contracts/api-status';
import { PROVIDER_TITLES } from '@portal/contracts/generation-request';

const DAY_MS = 24 * 60 * 60 * 1000;
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function describeRetirement(
  { model, provider, upstreamModel, retiresOn, isRetired }: Retirement,
  now: Date,
): string {
  const name = `${model} (${upstreamModel})`;
  const company = PROVIDER_TITLES[provider];
  const day = new Date(retiresOn);
  if (isRetired) return `${company} retired ${name} on ${dates.format(day)}. Calls may fail.`;
  const days = Math.ceil((day.getTime() - now.getTime()) / DAY_MS);
  return `${company} retires ${name} on ${dates.format(day)}, ${relative.format(days, 'day')}.`;
}
