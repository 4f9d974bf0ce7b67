/** What docs/add-a-tool.md says to change outside the new tool's own folders. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Edit {
  file: string;
  /** Occurs once in the file. */
  after: string;
  insert: string;
}

export const EDITS: readonly Edit[] = [
  {
    file: 'contracts/src/batches.ts',
    after: "  'stylizer',",
    insert: "\n  'grayscale',",
  },
  {
    file: 'contracts/src/uploads.ts',
    after: 'export const UPLOAD_RULES = {',
    insert: `
  grayscale: {
    types: ['image/jpeg', 'image/png', 'image/webp'],
    maxBytes: 10 * MEGABYTE,
    maxFiles: 100,
    maxAccepted: 100,
  },`,
  },
  {
    file: 'functions/src/tools.ts',
    after: "import { PORTAL_QUEUES, type Queue } from './platform/queues/queues.ts';",
    insert: `
import { grayscaleTool } from './tools/grayscale/grayscale-tool.ts';
import { serveGrayscale } from './tools/grayscale/serve-grayscale.ts';`,
  },
  {
    file: 'functions/src/tools.ts',
    after: '{ tool: upscaleTool, serve: serveUpscale },',
    insert: `
  { tool: grayscaleTool, serve: serveGrayscale },`,
  },
  {
    file: 'web/src/app/registry/tools.ts',
    after: "import { stylizer } from '../../features/stylizer/batches/stylizer.ts';",
    insert: `
import { grayscale } from '../../features/grayscale/grayscale.ts';`,
  },
  {
    file: 'web/src/app/registry/tools.ts',
    after: 'Tags, WandSparkles',
    insert: ', Contrast',
  },
  {
    file: 'web/src/app/registry/tools.ts',
    after: `setting: 'stylizerProvider',
  },`,
    insert: `
  {
    name: 'grayscale',
    title: 'Grayscale',
    shortTitle: 'Grayscale',
    path: '/tools/grayscale',
    icon: Contrast,
    page: async () => (await import('../../features/grayscale/grayscale-page.tsx')).GrayscalePage,
    historyQuery: grayscale.historyQuery,
  },`,
  },
];

export function applyEdit(root: string, { file, after, insert }: Edit): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(after).length !== 2) {
    throw new Error(`${file} should contain this once: ${after}\nUpdate scripts/fifth-tool/edits.ts.`);
  }
  writeFileSync(
    path,
    text.replace(after, () => after + insert),
  );
}
