import type { KeywordLanguage } from '@portal/contracts/keyword-generator';

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Frequent words of each language. Words of several languages are listed in each. */
const FREQUENT_WORDS = {
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
type LatinLanguage = keyof typeof FREQUENT_WORDS;

const isLatin = (language: KeywordLanguage): language is LatinLanguage => language in FREQUENT_WORDS;

/** A text with this many frequent words of another language, and none of its own, is in the other. */
const MIN_FREQUENT_WORDS = 3;
/** One character says as much as several Latin letters, as in a name within the text. */
const MIN_ASIAN_SHARE = 0.2;
const MIN_LATIN_SHARE = 0.5;

/**
 * Whether a text is clearly not in the requested language: by its script, else by frequent words. Languages that share both
 * are not distinguished, nor are texts of a few words.
 */
export function isInAnotherLanguage(text: string, language: KeywordLanguage): boolean {
  const count = (script: RegExp) => text.match(script)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (isLatin(language)) {
    return count(LATIN) / letters < MIN_LATIN_SHARE || hasForeignWords(text, language);
  }
  const own = { Chinese: count(HAN), Japanese: count(HAN) + count(KANA), Korean: count(HANGUL) }[language];
  // Almost every Japanese sentence has kana, and no Chinese one does.
  const isTheOther = { Chinese: count(KANA) > count(HAN), Japanese: count(KANA) === 0, Korean: false }[
    language
  ];
  return own / letters < MIN_ASIAN_SHARE || isTheOther;
}

function hasForeignWords(text: string, language: LatinLanguage): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  const count = (list: string) => words.filter((word) => list.split(' ').includes(word)).length;
  return (
    count(FREQUENT_WORDS[language]) === 0 &&
    Object.values(FREQUENT_WORDS).some((list) => count(list) >= MIN_FREQUENT_WORDS)
  );
}
