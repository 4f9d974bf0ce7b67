// The process of a function loads a thousand modules of the CLI, half of the CPU time of its start, for one small function. This
// file is preloaded into those processes too (local/suite.ts).
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsEmulatorRuntime.ts
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { applyPatch } from './apply-patch.mjs';

const RUNTIME = 'firebase-tools/lib/emulator/functionsEmulatorRuntime';
const require = createRequire(import.meta.url);

if (process.argv[1]?.includes(RUNTIME)) {
  const filename = require.resolve('firebase-tools/lib/emulator/functionsEmulatorShared');
  const exports = { findModuleRoot };
  require.cache[filename] = Object.assign(new Module(filename), { filename, exports, loaded: true });
} else {
  applyPatch(import.meta.filename, () => {
    const source = readFileSync(require.resolve(RUNTIME), 'utf8');
    const used = new Set(source.match(/(?<=functionsEmulatorShared_1\.)\w+/g));
    assert.deepEqual([...used], ['findModuleRoot'], 'a function needs more of the CLI');
  });
}

/** The folder of the closest package.json, or '' if that is of another package. */
function findModuleRoot(moduleName, file) {
  for (let folder = file; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return name === moduleName ? folder : '';
    } catch {
      // Further up.
    }
  }
  return '';
}
