const IRREGULAR_PLURALS = new Map([
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['mice', 'mouse'],
  ['geese', 'goose'],
  ['cacti', 'cactus'],
  ['fungi', 'fungus'],
]);
const SINGULARS_WITH_S = new Set([
  'lens',
  'canvas',
  'christmas',
  'atlas',
  'gas',
  'bias',
  'chaos',
  'cosmos',
  'news',
  'series',
]);
const MIN_LENGTH = 3;

/** The start of a word in British and in American spelling. */
const AMERICAN: readonly (readonly [british: string, american: string])[] = [
  ['aeroplane', 'airplane'],
  ['aluminium', 'aluminum'],
  ['cosy', 'cozy'],
  ['defence', 'defense'],
  ['doughnut', 'donut'],
  ['grey', 'gray'],
  ['mould', 'mold'],
  ['moustache', 'mustache'],
  ['plough', 'plow'],
  ['programme', 'program'],
  ['pyjama', 'pajama'],
  ['tyre', 'tire'],
  ['yoghurt', 'yogurt'],
];

/** The same for singular and plural, and for British and American spelling. For comparison only: "wave" is "wav". */
export function stemEnglish(given: string): string {
  const word = toAmerican(given);
  if (word.length <= MIN_LENGTH || SINGULARS_WITH_S.has(word)) return word;
  // Also without an s: "women's" has become "womens".
  const irregular = findIrregular(word) ?? findIrregular(word.replace(/s$/, ''));
  if (irregular !== undefined) return irregular;
  if (/(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/s$/, '').replace(/ie$/, 'y').replace(/e$/, '').replace(/f$/, 'v');
}

/** "Grandchildren" and "fishermen", too. "Specimen" becomes no other word. */
function findIrregular(word: string): string | undefined {
  if (word.endsWith('children')) return word.replace(/ren$/, '');
  if (word.endsWith('men') && word !== 'omen') return word.replace(/men$/, 'man');
  return IRREGULAR_PLURALS.get(word);
}

/** Lists the words with -our, -re and -ll-, because "hour", "are" and "filling" are not British. */
function toAmerican(word: string): string {
  const [british = '', american = ''] = AMERICAN.find(([start]) => word.startsWith(start)) ?? [];
  return word
    .replace(british, american)
    .replace(/(?<=^(?:discol|arm|behavi|col|fav|flav|harb|hon|hum|lab|neighb|od|sav|vap|vig))our/, 'or')
    .replace(/(?<=^(?:calib|cent|fib|lit|lust|(?:centi|kilo|milli)?met|sab|somb|spect|theat))re(?=s?$)/, 'er')
    .replace(/(?<=^(?:cancel|jewel|label|marvel|model|tunnel|travel))l(?=e[dr]|ing)/, '')
    .replace(/^jewelery$/, 'jewelry')
    .replace(/(?<=[a-z]{3})is(?=(?:e[drs]?|ers|ing|ation)$)/, 'iz')
    .replace(/(?<=^(?:catal|dial))ogue(?=s?$)/, 'og');
}
