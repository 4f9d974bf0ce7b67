/** The lines of a prompt that this model goes by; all else in it is passed over. */
import { z } from 'zod';
import { english, languages, type Language } from './languages.ts';

/** What a model was told, and what it was asked. */
export interface Prompt {
  instructions: string;
  request: string;
}

export interface Wishes {
  fileName: string;
  context: string;
  language: Language;
  keywordCount: number | undefined;
  mustAppear: string[];
  mustNotAppear: string[];
}

export function readWishes({ instructions, request }: Prompt): Wishes {
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

/** What stands behind the first `Name:`, without the quotation marks around it. */
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
