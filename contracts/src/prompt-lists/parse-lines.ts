import type { PromptRow } from './prompt-row.ts';

/** A prompt in each line. Empty lines and those that start with # are left out. */
export const parseLines = (text: string): PromptRow[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const template = line.trim();
    if (template === '' || template.startsWith('#')) return [];
    return { template, count: 1, place: { line: index + 1, column: line.indexOf(template) + 1 } };
  });
