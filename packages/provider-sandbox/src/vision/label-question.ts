import { parsePrompt, type Prompt } from './parse-prompt.ts';

const longest = 200;

/** Identifies a question by its file name line, because the prompts are long and alike. */
export function labelQuestion(prompt: Prompt): string {
  const { fileName } = parsePrompt(prompt);
  return fileName === '' ? prompt.request.slice(0, longest) : `File name: ${fileName}`;
}
