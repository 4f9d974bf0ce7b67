import { readWishes, type Prompt } from './read-wishes.ts';

const longest = 200;

/** Prompts about pictures are long and alike: the name of the file tells them apart, as its line would say it. */
export function nameQuestion(prompt: Prompt): string {
  const { fileName } = readWishes(prompt);
  return fileName === '' ? prompt.request.slice(0, longest) : `File name: ${fileName}`;
}
