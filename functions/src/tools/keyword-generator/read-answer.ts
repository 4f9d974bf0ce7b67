import {
  KeywordTextsSchema,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  type KeywordOptions,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import type { Issue } from '@portal/contracts/checks';
import { findStockCategory } from '@portal/contracts/stock-categories';
import { z } from 'zod';
import { readJson, type ReadAnswer } from '../descriptions/ask-model.ts';
import { readIssues } from '../descriptions/issues.ts';
import { cleanKeywords } from './clean-keywords.ts';
import { cleanText, cutBetweenWords } from './clean-text.ts';
import { hasWords } from './compare-words.ts';
import { isInAnotherLanguage } from './detect-language.ts';

export interface Description {
  texts: KeywordTexts;
  issues: Issue[];
}

/** Ten times the longest valid answer. */
const MAX_ANSWER_LENGTH = 50_000;
/** Limit of a title or description before it is cleaned. */
const MAX_READ_LENGTH = 5_000;

const AnswerSchema = z.object({
  seo_image_title: z.string(),
  seo_description: z.string(),
  keywords: z.array(z.unknown()),
  /** An unknown category counts as none: a person can set it quickly. */
  category: z.unknown().optional(),
  issues: z.unknown().optional(),
});

const bad = (problem: string) => ({ kind: 'bad', problem }) as const;

/** The cleaned texts of a model's answer, or why they cannot be used. */
export function readAnswer(text: string, options: KeywordOptions): ReadAnswer<Description> {
  if (text.trim() === '') return bad('The answer is empty.');
  if (text.length > MAX_ANSWER_LENGTH) return bad('The answer is far too long.');
  const json = readJson(text);
  if (json === undefined) return bad('The answer is not JSON.');
  const answer = AnswerSchema.safeParse(json);
  if (!answer.success) return bad(describeIssue(answer.error));

  const { keywords, category, issues } = answer.data;
  const title = clean(answer.data.seo_image_title, MAX_TITLE_LENGTH);
  const texts = {
    seo_image_title: title,
    seo_description: clean(answer.data.seo_description, MAX_DESCRIPTION_LENGTH),
    keywords: cleanKeywords(keywords, options, title),
    category: typeof category === 'number' ? (findStockCategory(category)?.id ?? null) : null,
  };
  const parsed = KeywordTextsSchema.safeParse(texts);
  if (!parsed.success) return bad(parsed.error.issues[0]?.message ?? 'The answer cannot be used.');
  const problem = findProblem(texts, cleanKeywords(keywords, { ...options, mustAppear: [] }, title), options);
  if (problem !== undefined) return bad(problem);
  return { kind: 'good', content: { texts: parsed.data, issues: readIssues(issues) } };
}

const clean = (text: string, maxLength: number): string =>
  cutBetweenWords(cleanText(text.slice(0, MAX_READ_LENGTH)), maxLength);

function describeIssue({ issues }: z.ZodError): string {
  const field = issues[0]?.path[0];
  return field === undefined
    ? 'The answer is not a JSON object.'
    : `In the answer "${String(field)}" is missing, or not of the right type.`;
}

/** `own`: the model's keywords, without those that the person requires. */
function findProblem(
  { seo_image_title: title, seo_description: description }: KeywordTexts,
  own: readonly string[],
  { language, mustNotAppear }: KeywordOptions,
): string | undefined {
  if (own.length === 0) return 'There are no keywords.';
  const forbidden = mustNotAppear.find((word) => hasWords(`${title} ${description}`, word, language));
  if (forbidden !== undefined)
    return `The title or the description has "${forbidden}", which must not appear.`;
  const isForeign = isInAnotherLanguage(`${title}. ${description} ${own.join(', ')}`, language);
  return isForeign ? `The answer is not in ${language}.` : undefined;
}
