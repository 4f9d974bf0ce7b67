import { KeywordTextsSchema, type KeywordTexts } from '@portal/contracts/keyword-generator';

type Problems = Partial<Record<keyof KeywordTexts, string>>;

/** What the contract says against texts, by field. */
export function findProblems(texts: KeywordTexts): Problems {
  const { error } = KeywordTextsSchema.safeParse(texts);
  const issues = error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
}
