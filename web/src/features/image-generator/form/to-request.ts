import {
  GenerationRequestSchema,
  XaiRequestSchema,
  type GenerationRequest,
} from '@portal/contracts/generation-request';
import { findFamilyFields, type FieldName, type FormValues } from './form-values.ts';

type Draft = Partial<Record<string, string | number>>;

/** The payload: what the chosen model takes and was filled in, and nothing else. */
export function toRequest(values: FormValues): Draft {
  const { prompt, quantity, model, provider } = values;
  const settings = Object.entries(findFamilyFields(values))
    .map(([key, field]) => [key, values[field]] as const)
    .filter(([, value]) => typeof value === 'number' || value.trim() !== '');
  return { prompt, quantity, model, provider, ...Object.fromEntries(settings) };
}

export type FieldErrors = Partial<Record<FieldName, string>>;

/** The request, or what is wrong with each field, in the order in which the form shows them. */
export function checkValues(values: FormValues): { request: GenerationRequest } | { errors: FieldErrors } {
  const draft = toRequest(values);
  const answer = GenerationRequestSchema.safeParse(draft);
  if (answer.success) return { request: answer.data };
  // A request whose model is not picked yet is refused before its other fields are looked at.
  const common = PromptAndQuantitySchema.safeParse(draft).error?.issues ?? [];
  const errors: FieldErrors = {};
  for (const { path, message } of [...common, ...answer.error.issues]) {
    const field = findField(values, String(path[0]));
    errors[field] ??= message;
  }
  return { errors };
}

const PromptAndQuantitySchema = XaiRequestSchema.pick({ prompt: true, quantity: true });

/** A request's word for a setting, as the form's name of the field. */
function findField(values: FormValues, key: string): FieldName {
  if (key === 'prompt' || key === 'quantity') return key;
  // Stable Diffusion is one model to the form, in two versions.
  if (key === 'model') return values.provider === 'stability' ? 'stabilityVersion' : 'model';
  return findFamilyFields(values)[key] ?? 'model';
}
