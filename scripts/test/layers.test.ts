import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path/posix';
import { expect, onTestFinished, test } from 'vitest';
import { findForbiddenImports } from './layers.ts';

const CONTRACTS = 'contracts/src/health.ts';
const EMULATOR = 'packages/firestore-emulator/src/status.ts';
const RULES = 'packages/firebase-rules/src/scope.ts';
const SANDBOX = 'packages/provider-sandbox/src/settings.ts';
const UPSCALER = 'packages/upscaler/src/upscale.ts';
const FUNCTIONS = 'functions/src/platform/app-error.ts';
const BATCHES = 'functions/src/batches/tool.ts';
const WEB = 'web/vite.config.ts';
const LOCAL = 'local/reporter.ts';
const CLOUD = 'cloud/check/report.ts';
const DIALOG = 'web/src/ui/dialog.tsx';
const FEATURE = 'web/src/features/home/home-page.tsx';
const APP = 'web/src/app/main.tsx';

/** Folders with what their files may import. */
const ALLOWED = [
  ['functions/src', '@portal/contracts/health'],
  ['functions/src', '@portal/upscaler'],
  ['functions/src/tools/stylizer', FUNCTIONS],
  ['functions/src/platform/testing', BATCHES],
  ['web/src/client/api', '@portal/contracts/health'],
  ['web/src/features/upscale', '@portal/contracts/health'],
  ['web/src/features/upscale', DIALOG],
  ['web/src/features/home/cards', FEATURE],
  ['web/src/app', FEATURE],
  ['web/src/app', DIALOG],
  ['cloud/check', '@portal/contracts/health'],
  ['local', '@portal/contracts/health'],
  ['local', '@portal/provider-sandbox/settings'],
  ['e2e/home', '@portal/contracts/health'],
  ['scripts/test', '@portal/local/test/test-portal'],
  ['packages/provider-sandbox/src', '@portal/test-programs/browser'],
] as const;
const FORBIDDEN = [
  ['contracts/src', FUNCTIONS],
  ['functions/src', CONTRACTS],
  ['functions/src', WEB],
  ['functions/src/platform/files', BATCHES],
  ['functions/src/basement', FUNCTIONS],
  ['functions/src', LOCAL],
  ['functions/src', EMULATOR],
  ['functions/src', SANDBOX],
  ['functions/src', '@portal/provider-sandbox'],
  ['web/src/tools/exports', FEATURE],
  ['web/src/client/api', DIALOG],
  ['web/src/basement', DIALOG],
  ['web/src/features/upscale', FEATURE],
  ['web/src/features/upscale', APP],
  ['web/src/app', FUNCTIONS],
  ['web/src/app', LOCAL],
  ['web/src/app', RULES],
  ['web/src/app', UPSCALER],
  ['web', FUNCTIONS],
  ['cloud/check', FUNCTIONS],
  ['cloud/check', LOCAL],
  ['functions/src', CLOUD],
  ['local', FUNCTIONS],
  ['local', '@portal/upscaler'],
  ['e2e/home', LOCAL],
  ['e2e/home', FUNCTIONS],
  ['packages/firebase-rules/src', EMULATOR],
  ['packages/firebase-rules/src', CONTRACTS],
  ['packages/firestore-emulator/src', CONTRACTS],
  ['packages/firestore-emulator/src', LOCAL],
  ['packages/provider-sandbox/src', CONTRACTS],
  ['packages/upscaler/src', CONTRACTS],
  ['packages/upscaler/src', FUNCTIONS],
] as const;

/** The line about one file that imports `target`, or none. */
function checkImport(folder: string, target: string) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = `${folder}/importer.ts`;
  const path = relative(folder, target);
  const specifier = target.startsWith('@') ? target : path.startsWith('.') ? path : `./${path}`;
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `export * from '${specifier}';\n`);
  return findForbiddenImports(root).map((line) => line.replace(specifier, target));
}

test.each(FORBIDDEN)('%s cannot import %s', (folder, target) => {
  expect(checkImport(folder, target)).toEqual([`${folder}/importer.ts cannot import ${target}`]);
});

test.each(ALLOWED)('%s can import %s', (folder, target) => {
  expect(checkImport(folder, target)).toEqual([]);
});

test('Node code has no DOM types', () => {
  // @ts-expect-error -- The compiler would accept it with the types of the DOM.
  expect(globalThis.document).toBeUndefined();
});
