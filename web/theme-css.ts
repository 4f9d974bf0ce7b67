import type { Plugin } from 'vite';
import { z } from 'zod';
import { theme } from './src/shared/theme/theme.ts';

const NAME = 'virtual:theme.css';

/**
 * Writes the theme's CSS variables into the page's stylesheet, so that the first paint has the theme's colors. MUI would create
 * them in the browser at each start.
 */
export function makeThemeCss(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? writeThemeCss() : undefined),
  };
}

/** By selector: the values of variables, and `colorScheme`. */
const RuleSchema = z.record(z.string(), z.union([z.string(), z.number()]));
const SheetsSchema = z.array(z.record(z.string(), RuleSchema));

function writeThemeCss(): string {
  const rules = SheetsSchema.parse(theme.generateStyleSheets()).flatMap((sheet) => Object.entries(sheet));
  return rules.map(([selector, values]) => `${selector}{${writeDeclarations(values)}}`).join('\n');
}

const writeDeclarations = (values: z.infer<typeof RuleSchema>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name === 'colorScheme' ? 'color-scheme' : name}:${value}`)
    .join(';');
