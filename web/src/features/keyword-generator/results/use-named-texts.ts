import type { KeywordTexts } from '@portal/contracts/keyword-generator';
import type { NamedWord } from '@portal/contracts/words/find-named-words';
import { useWordFinder } from '../../../tools/words/use-word-finder.ts';

interface NamedTexts {
  readonly title: readonly NamedWord[];
  readonly description: readonly NamedWord[];
  /** By keyword. */
  readonly keywords: ReadonlyMap<string, readonly NamedWord[]>;
}

/** Words of one image’s texts that agencies refuse. What they refuse only for AI pictures may be in a photograph. */
export function useNamedTexts(texts: KeywordTexts, isMadeByAi = false): NamedTexts {
  const find = useWordFinder(true);
  const findRefused = (text: string) => find(text).filter(({ kind }) => isMadeByAi || kind !== 'forbidden');
  return {
    title: findRefused(texts.seo_image_title),
    description: findRefused(texts.seo_description),
    keywords: new Map(
      texts.keywords
        .map((keyword) => [keyword, findRefused(keyword)] as const)
        .filter(([, { length }]) => length > 0),
    ),
  };
}
