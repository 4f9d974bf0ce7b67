import {
  KeywordTextsSchema,
  MOST_DESCRIPTION_LENGTH,
  MOST_TITLE_LENGTH,
  type KeywordOptions,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { findStockCategory } from '@portal/contracts/stock-categories';
import { z } from 'zod';
import { cleanKeywords } from './clean-keywords.ts';
import { cleanText, cutBetweenWords } from './clean-text.ts';
import { hasWords } from './compare-words.ts';
import { isInAnotherLanguage } from './detect-language.ts';

/** `problem`: a sentence, for the model that is to mend it as for the person. */
type ReadAnswer = { kind: 'good'; texts: KeywordTexts } | { kind: 'bad'; problem: string };

/** Ten times what the longest good answer has. */
const MOST_ANSWER_LENGTH = 50_000;
/** Of a title or a description, before it is cleaned. */
const MOST_READ_LENGTH = 5_000;

const AnswerSchema = z.object({
  seo_image_title: z.string(),
  seo_description: z.string(),
  keywords: z.array(z.unknown()),
  /** One that does not exist is none: a person picks it in a moment. */
  category: z.unknown().optional(),
});

const bad = (problem: string): ReadAnswer => ({ kind: 'bad', problem });

/** The texts of a model's answer as they can be used, or why they cannot. */
export function readAnswer(text: string, options: KeywordOptions): ReadAnswer {
  if (text.trim() === '') return bad('The answer is empty.');
  if (text.length > MOST_ANSWER_LENGTH) return bad('The answer is far too long.');
  const json = readJson(text);
  if (json === undefined) return bad('The answer is not JSON.');
  const answer = AnswerSchema.safeParse(json);
  if (!answer.success) return bad(describeIssue(answer.error));

  const { keywords, category } = answer.data;
  const texts = {
    seo_image_title: clean(answer.data.seo_image_title, MOST_TITLE_LENGTH),
    seo_description: clean(answer.data.seo_description, MOST_DESCRIPTION_LENGTH),
    keywords: cleanKeywords(keywords, options),
    category: typeof category === 'number' ? (findStockCategory(category)?.id ?? null) : null,
  };
  const parsed = KeywordTextsSchema.safeParse(texts);
  if (!parsed.success) return bad(parsed.error.issues[0]?.message ?? 'The answer cannot be used.');
  const problem = findProblem(texts, cleanKeywords(keywords, { ...options, mustAppear: [] }), options);
  return problem === undefined ? { kind: 'good', texts: parsed.data } : bad(problem);
}

const clean = (text: string, most: number): string =>
  cutBetweenWords(cleanText(text.slice(0, MOST_READ_LENGTH)), most);

/** Models like to put it between fences, as in Markdown. */
function readJson(text: string): unknown {
  const [, fenced] = /^```(?:json)?\s([\s\S]*)```$/i.exec(text.trim()) ?? [];
  try {
    return JSON.parse(fenced ?? text);
  } catch {
    return undefined;
  }
}

function describeIssue({ issues }: z.ZodError): string {
  const field = issues[0]?.path[0];
  return field === undefined
    ? 'The answer is not a JSON object.'
    : `In the answer "${String(field)}" is missing, or not of the right type.`;
}

/** `own`: the keywords that the model found, without those that a person asked for. */
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
