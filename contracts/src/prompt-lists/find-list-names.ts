import { parseOption, parseTemplate } from './parse-template.ts';
import { TemplateError, type Template } from './template.ts';
import type { PromptLists } from './compile-template.ts';

/** All lists that the templates use, also through other lists as far as those are known. */
export function findListNames(templates: readonly string[], lists: PromptLists): Set<string> {
  const found = new Set<string>();
  const open = templates.flatMap((text) => listNamesIn(text, parseTemplate));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const entries = lists.get(name) ?? [];
    open.push(...entries.flatMap((entry) => listNamesIn(entry, (text) => parseOption(text).template)));
  }
  return found;
}

function listNamesIn(text: string, parse: (text: string) => Template): string[] {
  if (!text.includes('__')) return [];
  try {
    return collect(parse(text));
  } catch (error) {
    // Reported when the template is expanded.
    if (error instanceof TemplateError) return [];
    throw error;
  }
}

const collect = (template: Template): string[] =>
  template.flatMap((part) => {
    if (typeof part === 'string') return [];
    return part.kind === 'list' ? part.name : part.options.flatMap((option) => collect(option.template));
  });
