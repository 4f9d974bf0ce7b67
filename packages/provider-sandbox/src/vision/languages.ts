/** The supported languages, with the grammar that a title needs. */
export interface Language {
  name: string;
  isLatin: boolean;
  /** For example "subject in colors". */
  title(subject: string, colors: string): string;
  and: string;
  comma: string;
  stop: string;
}

const western = { comma: ', ', stop: '. ' };
const eastern = { isLatin: false, comma: '、', stop: '。' };

const latin = (name: string, within: string, and: string): Language => ({
  name,
  isLatin: true,
  title: (subject, colors) => `${subject} ${within} ${colors}`,
  and: ` ${and} `,
  ...western,
});

export const english = latin('English', 'in', 'and');

/** In the order of the columns of words.ts. */
export const languages: readonly Language[] = [
  english,
  { ...eastern, name: 'Chinese', title: (subject, colors) => `${colors}的${subject}`, and: '和' },
  latin('Czech', 'v barvách', 'a'),
  latin('Dutch', 'in', 'en'),
  latin('French', 'en', 'et'),
  latin('German', 'in', 'und'),
  latin('Italian', 'in', 'e'),
  { ...eastern, name: 'Japanese', title: (subject, colors) => `${colors}の${subject}`, and: 'と' },
  {
    ...western,
    isLatin: false,
    name: 'Korean',
    title: (subject, colors) => `${colors} ${subject}`,
    and: ' 및 ',
  },
  latin('Polish', 'w kolorach', 'i'),
  latin('Portuguese', 'em', 'e'),
  latin('Spanish', 'en', 'y'),
  latin('Turkish', '–', 've'),
];
