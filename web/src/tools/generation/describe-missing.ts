import { isField, labelField, FormValuesSchema } from './form-values.ts';
import type { FieldErrors } from './to-request.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names the missing fields, or shows the message if there is only one error. */
export function describeMissing(errors: FieldErrors): string {
  const messages = Object.values(errors);
  if (messages.length === 1) return messages.join('');
  return list.format(
    Object.keys(FormValuesSchema.shape).flatMap((name) =>
      isField(name) && name in errors ? labelField(name) : [],
    ),
  );
}
