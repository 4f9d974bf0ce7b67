import type { CsvColumn } from '@portal/contracts/agencies/agency';

const WORDS = {
  fileName: 'file name',
  title: 'title',
  description: 'description',
  keywords: 'keywords',
  category: 'category',
  prompt: 'prompt',
  model: 'model',
} as const satisfies Partial<Record<CsvColumn['value'], string>>;

/** One line for each column: its header, and what it contains. */
export const writeColumns = (columns: readonly CsvColumn[]): string =>
  columns
    .map(({ header, value, text = '' }) => `${header} = ${value === 'constant' ? text : WORDS[value]}`.trim())
    .join('\n');

/** Anything that is no word of ours is a fixed text. */
export const readColumns = (text: string): CsvColumn[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [header = '', ...rest] = line.split('=');
      const content = rest.join('=').trim();
      const value = findValue(content);
      return value
        ? { header: header.trim(), value }
        : { header: header.trim(), value: 'constant', text: content };
    });

const findValue = (content: string): keyof typeof WORDS | undefined => {
  for (const value of ['fileName', 'title', 'description', 'keywords', 'category', 'prompt', 'model'] as const) {
    if (WORDS[value] === content.toLowerCase()) return value;
  }
  return undefined;
};
