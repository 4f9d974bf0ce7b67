/** The languages that this model writes, and the little of each that holds a title together. */
export interface Language {
  name: string;
  isLatin: boolean;
  /** `subject` in `colours`. */
  title(subject: string, colours: string): string;
  and: string;
  comma: string;
  stop: string;
}

const western = { comma: ', ', stop: '. ' };
const eastern = { isLatin: false, comma: '、', stop: '。' };

const latin = (name: string, within: string, and: string): Language => ({
  name,
  isLatin: true,
  title: (subject, colours) => `${subject} ${within} ${colours}`,
  and: ` ${and} `,
  ...western,
});

export const english = latin('English', 'in', 'and');

/** In the order of the columns of words.ts. */
export const languages: readonly Language[] = [
  english,
  { ...eastern, name: 'Chinese', title: (subject, colours) => `${colours}的${subject}`, and: '和' },
  latin('Czech', 'v barvách', 'a'),
  latin('Dutch', 'in', 'en'),
  latin('French', 'en', 'et'),
  latin('German', 'in', 'und'),
  latin('Italian', 'in', 'e'),
  { ...eastern, name: 'Japanese', title: (subject, colours) => `${colours}の${subject}`, and: 'と' },
  {
    ...western,
    isLatin: false,
    name: 'Korean',
    title: (subject, colours) => `${colours} ${subject}`,
    and: ' 및 ',
  },
  latin('Polish', 'w kolorach', 'i'),
  latin('Portuguese', 'em', 'e'),
  latin('Spanish', 'en', 'y'),
  latin('Turkish', '–', 've'),
];
