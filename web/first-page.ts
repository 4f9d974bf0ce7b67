import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexHtmlTransformContext, Plugin } from 'vite';
import { z } from 'zod';
import { theme } from './src/ui/theme/theme.ts';

const FOLDER = join(import.meta.dirname, 'src/ui/first-page');

/**
 * Writes the theme's CSS variables and the scripts of the first paint into `index.html`, so that it needs no other file. MUI would
 * create the variables in the browser at each start. The Content-Security-Policy in firebase.json has the hashes of the scripts.
 */
export const makeFirstPage = (): Plugin[] => [inlineFirstPage, preloadModules];

const inlineFirstPage: Plugin = {
  name: 'inline-first-page',
  transformIndexHtml: {
    order: 'pre',
    handler: () => [
      { tag: 'style', children: writeThemeCss(), injectTo: 'head-prepend' },
      { tag: 'script', children: readScript('device-settings.js'), injectTo: 'head' },
      { tag: 'script', children: readScript('show-first-page.js'), injectTo: 'body' },
    ],
  },
};

/** What `main.ts` imports later, and what only someone who was signed in needs. */
const SHARED_MODULES = ['src/app/render-app.tsx'];
const SIGNED_IN_MODULES = ['src/app/signed-in-app.tsx', 'src/app/registry/tools.ts'];
/** What the pages that people open most need besides. */
const PAGE_MODULES = {
  '/': ['home/home-page.tsx', 'home/lists/home-lists.tsx'],
  '/library': ['library/library-page.tsx'],
  '/tools/bulk-image-generator': ['image-generator/image-generator-page.tsx'],
  '/tools/upscale-enhancement': ['upscale/upscale-page.tsx'],
  '/tools/keyword-generator': ['keyword-generator/keyword-generator-page.tsx'],
  '/tools/stylizer': ['stylizer/stylizer-page.tsx'],
};
const PLACEHOLDER = 'data-modules="{}"';

const preloadModules: Plugin = {
  name: 'preload-modules',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      if (!bundle) return html;
      if (!html.includes(PLACEHOLDER)) throw new Error(`index.html has no ${PLACEHOLDER}.`);
      const present = new Set([...html.matchAll(/\/(assets\/[^"]+\.js)/g)].map(([, file]) => file));
      const shared = listModules(bundle, SHARED_MODULES).filter((file) => !present.has(file));
      const later = listModules(bundle, SIGNED_IN_MODULES).filter(
        (file) => !present.has(file) && !shared.includes(file),
      );
      const known = new Set([...present, ...shared, ...later]);
      const pages = Object.entries(PAGE_MODULES).map(([path, files]) => {
        const modules = listModules(
          bundle,
          files.map((file) => `src/features/${file}`),
        );
        return [path, modules.filter((file) => !known.has(file))];
      });
      const modules = { all: later, ...Object.fromEntries(pages) };
      return {
        html: html
          .replace(PLACEHOLDER, `data-modules='${JSON.stringify(modules)}'`)
          // The first paint needs none of them.
          .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
        tags: shared.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
      };
    },
  },
};

/** The chunks of the source files with all their static imports. */
function listModules(
  bundle: NonNullable<IndexHtmlTransformContext['bundle']>,
  sources: readonly string[],
): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const roots = sources.map((source) => {
    const root = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)));
    if (!root) throw new Error(`${source} is in no chunk.`);
    return root.fileName;
  });
  const found = new Set(roots);
  for (const file of found)
    for (const each of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) found.add(each);
  return [...found];
}

const readScript = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

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
