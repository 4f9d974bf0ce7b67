import { LABELS } from './choices.ts';
import type { FieldErrors } from './to-request.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names what is missing, or says what is wrong where it is one thing. */
export function describeMissing(errors: FieldErrors): string {
  const messages = Object.values(errors);
  if (messages.length === 1) return messages.join('');
  return list.format(Object.entries(LABELS).flatMap(([name, label]) => (name in errors ? label : [])));
}
