import { KeywordTextsSchema, type KeywordTexts } from '@portal/contracts/keyword-generator';

type FieldErrors = Partial<Record<keyof KeywordTexts, string>>;

/** The first error of each field. */
export function validateTexts(texts: KeywordTexts): FieldErrors {
  const { error } = KeywordTextsSchema.safeParse(texts);
  const issues = error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
}
