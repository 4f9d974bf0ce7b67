import type { KeywordLanguage } from '@portal/contracts/keyword-generator';

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Small words that a sentence hardly does without; those that several languages have stand in each. */
const SMALL_WORDS = {
  English: 'a an the of and with in on at from is are by for to over under near against',
  Czech: 'a v ve na s se z ze je jsou pod nad při pro do u i o k',
  Dutch: 'de het een en van met in op is zijn bij onder aan voor te over tegen naar',
  French: 'le la les un une des du de et avec dans sur sous est sont en au aux pour par près',
  German:
    'der die das den dem des ein eine einen einem einer und mit in im auf von vor am an ist sind unter über bei zu',
  Italian: 'il lo la i gli le un una di del della dei e con in su sul sulla nel nella è sono per da al alla',
  Polish: 'w we na z ze i jest są pod nad przy dla do u o się oraz',
  Portuguese: 'o a os as um uma de do da dos das e com em no na nos nas é são sob sobre por para ao à',
  Spanish: 'el la los las un una de del y con en es son sobre bajo por para al junto a',
  Turkish: 've bir ile bu da de için üzerinde altında olan çok en',
} satisfies Partial<Record<KeywordLanguage, string>>;
type LatinLanguage = keyof typeof SMALL_WORDS;

const isLatin = (language: KeywordLanguage): language is LatinLanguage => language in SMALL_WORDS;

/** So many small words of another language, and none of its own, and a text is in the other. */
const ENOUGH_SMALL_WORDS = 3;
/** One of their characters says as much as several letters of a name that stands among them. */
const LEAST_SHARE_OF_ASIAN = 0.2;
const LEAST_SHARE_OF_LATIN = 0.5;

/**
 * Whether a text is plainly in another language than was asked for: by its script, else by small words. Two languages that
 * share both are not told apart, nor are texts of a few words.
 */
export function isInAnotherLanguage(text: string, language: KeywordLanguage): boolean {
  const count = (script: RegExp) => text.match(script)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (isLatin(language)) {
    return count(LATIN) / letters < LEAST_SHARE_OF_LATIN || hasOthersSmallWords(text, language);
  }
  const own = { Chinese: count(HAN), Japanese: count(HAN) + count(KANA), Korean: count(HANGUL) }[language];
  // Japanese hardly has a sentence without kana, and Chinese has none with them.
  const isTheOther = { Chinese: count(KANA) > count(HAN), Japanese: count(KANA) === 0, Korean: false }[
    language
  ];
  return own / letters < LEAST_SHARE_OF_ASIAN || isTheOther;
}

function hasOthersSmallWords(text: string, language: LatinLanguage): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  const count = (list: string) => words.filter((word) => list.split(' ').includes(word)).length;
  return (
    count(SMALL_WORDS[language]) === 0 &&
    Object.values(SMALL_WORDS).some((list) => count(list) >= ENOUGH_SMALL_WORDS)
  );
}
