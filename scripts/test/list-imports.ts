import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** What a TypeScript file imports or re-exports, types included. */
export function listImports(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const parsed = parseSync(path, text);
  const { staticImports, staticExports } = parsed.module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  const found = [...staticImports, ...exported].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  // The tree costs far more than the list of imports.
  if (!text.includes('import(')) return found;
  const note = ({ source }: { source: object }) => {
    if ('value' in source && typeof source.value === 'string') found.push(source.value);
  };
  new Visitor({ ImportExpression: note, TSImportType: note }).visit(parsed.program);
  return found;
}
