/** Parses the lines of a prompt that the sandbox understands; it ignores the others. */
import { z } from 'zod';
import { english, languages, type Language } from './languages.ts';

/** System instructions and the user's request. */
export interface Prompt {
  instructions: string;
  request: string;
}

export interface PromptOptions {
  fileName: string;
  context: string;
  language: Language;
  keywordCount: number | undefined;
  mustAppear: string[];
  mustNotAppear: string[];
}

export function parsePrompt({ instructions, request }: Prompt): PromptOptions {
  const text = `${request}\n${instructions}`;
  const count = /\d+/.exec(readLine(text, 'Number of keywords'))?.[0];
  const language = readLine(text, 'Language').toLowerCase();
  return {
    fileName: readLine(text, 'File name'),
    context: readLine(text, 'Context'),
    language: languages.find(({ name }) => language.startsWith(name.toLowerCase())) ?? english,
    keywordCount: count === undefined ? undefined : Number(count),
    mustAppear: readList(text, 'Must appear'),
    mustNotAppear: readList(text, 'Must not appear'),
  };
}

/** The text after the first `Name:`, without quotation marks. */
function readLine(text: string, name: string): string {
  const [, line = ''] = new RegExp(`^[-*\\s]*${name}: *(.*)$`, 'im').exec(text) ?? [];
  const value = line.trim();
  return unquoteJson(value) ?? value.replace(/^(["'`«<]+)(.*?)["'`»>]+$/, '$2');
}

function unquoteJson(value: string): string | undefined {
  try {
    return z.string().safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

const readList = (text: string, name: string): string[] =>
  readLine(text, name)
    .split(',')
    .map((word) => word.trim().replaceAll(/^["'`]|["'`]$/g, ''))
    .filter((word) => word !== '' && !/^\W*none\W*$/i.test(word));
