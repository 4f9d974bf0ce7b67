// Each function's process loads half of the CLI (prompts, archives, sign-in) to use one helper that looks for a package.json, and
// all of firebase-functions for versions before 7. That costs half a second of CPU time for each process.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsEmulatorRuntime.ts
// oxlint-disable no-process-env -- Node takes preloaded modules from a variable
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Module, { createRequire, findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { applyPatch } from './apply-patch.mjs';

const RUNTIME = 'firebase-tools/lib/emulator/functionsEmulatorRuntime';

/** The functions' processes preload this file. */
if (process.argv[1]?.endsWith(RUNTIME)) loadLazily();
else applyPatch(import.meta.filename, preload);

function preload() {
  const source = readFileSync(createRequire(import.meta.url).resolve(RUNTIME), 'utf8');
  const helpers = new Set(source.match(/(?<=functionsEmulatorShared_1\.)\w+/g));
  const uses = source.match(/localFunctionsModule\.[\w.]+/g);
  assert.deepEqual([...helpers], ['findModuleRoot'], 'processes use other helpers');
  assert.deepEqual(
    uses,
    ['localFunctionsModule.app.setEmulatedAdminApp'],
    'processes use firebase-functions',
  );
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`;
}

function loadLazily() {
  const { _load } = Module;
  const findModuleRoot = (name, file) => dirname(findPackageJSON(name, file));
  // oxlint-disable-next-line no-underscore-dangle -- Node's own name
  Module._load = function loadUsed(request, parent, isMain) {
    const load = () => _load.call(this, request, parent, isMain);
    if (!parent?.filename?.endsWith(`${RUNTIME}.js`)) return load();
    if (request === './functionsEmulatorShared') return { findModuleRoot };
    if (/firebase-functions\/lib\/.*index\.js$/.test(request)) {
      return new Proxy({}, { get: (_, name) => load()[name] });
    }
    return load();
  };
}
