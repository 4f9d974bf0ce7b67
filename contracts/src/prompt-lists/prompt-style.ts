/** A style is a text around a prompt. Applied after wildcards are filled in, so that it never has any itself. */
const PLACE = '{prompt}';

export interface PromptStyle {
  readonly name: string;
  readonly template: string;
}

/** Without a place for the prompt, the style follows it. */
export const applyStyle = (prompt: string, { template }: Pick<PromptStyle, 'template'>): string =>
  template.includes(PLACE) ? template.replaceAll(PLACE, () => prompt) : `${prompt}, ${template}`;

export const hasWildcards = (template: string): boolean => /[{}]|__/.test(template.replaceAll(PLACE, ''));
