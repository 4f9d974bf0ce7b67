import { isField, labelField, FormValuesSchema, type FieldName, type FormValues } from './form-values.ts';
import { checkValues, type FieldErrors } from './to-request.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names the missing fields, or shows the message if there is only one error. */
export function describeMissing(errors: FieldErrors): string {
  const messages = Object.values(errors);
  if (messages.length === 1) return messages.join('');
  return list.format(listFields(errors).map(labelField));
}

/** Required fields that are empty, in form order. */
export function listMissing(values: FormValues): FieldName[] {
  const answer = checkValues(values);
  if ('request' in answer) return [];
  return listFields(answer.errors).filter((name) => String(values[name]).trim() === '');
}

const listFields = (errors: FieldErrors): FieldName[] =>
  Object.keys(FormValuesSchema.shape)
    .filter(isField)
    .filter((name) => name in errors);
