import {
  GenerationRequestSchema,
  XaiRequestSchema,
  type GenerationRequest,
} from '@portal/contracts/generation-request';
import { findFamilyFields, type FieldName, type FormValues } from './form-values.ts';

type Draft = Partial<Record<string, string | number>>;

/** The payload, with only the filled-in fields that the chosen model supports. */
export function toRequest(values: FormValues): Draft {
  const { prompt, quantity, model, provider } = values;
  const settings = Object.entries(findFamilyFields(values))
    .map(([key, field]) => [key, values[field]] as const)
    .filter(([, value]) => typeof value === 'number' || value.trim() !== '');
  return { prompt, quantity, model, provider, ...Object.fromEntries(settings) };
}

export type FieldErrors = Partial<Record<FieldName, string>>;

/** The request, or the error of each field in form order. */
export function checkValues(values: FormValues): { request: GenerationRequest } | { errors: FieldErrors } {
  const draft = toRequest(values);
  const answer = GenerationRequestSchema.safeParse(draft);
  if (answer.success) return { request: answer.data };
  // Without a model the schema does not check the other fields.
  const common = PromptAndQuantitySchema.safeParse(draft).error?.issues ?? [];
  const errors: FieldErrors = {};
  for (const { path, message } of [...common, ...answer.error.issues]) {
    const field = findField(values, String(path[0]));
    errors[field] ??= message;
  }
  return { errors };
}

const PromptAndQuantitySchema = XaiRequestSchema.pick({ prompt: true, quantity: true });

/** The form field of a request's setting. */
function findField(values: FormValues, key: string): FieldName {
  if (key === 'prompt' || key === 'quantity') return key;
  // In the form, Stable Diffusion is one model with two versions.
  if (key === 'model') return values.provider === 'stability' ? 'stabilityVersion' : 'model';
  return findFamilyFields(values)[key] ?? 'model';
}
