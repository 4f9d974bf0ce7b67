import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import firebaseTools from 'firebase-tools/package.json' with { type: 'json' };
import local from '../package.json' with { type: 'json' };

const run = promisify(execFile);
const folder = import.meta.dirname;
const readText = (file: string) => readFileSync(join(folder, file), 'utf8');
const patches = readdirSync(folder).filter((file) => file.endsWith('.mjs') && !file.startsWith('apply-'));

it('applies every patch to the pinned firebase-tools', async () => {
  expect(local.devDependencies['firebase-tools']).toBe(firebaseTools.version);
  const { stderr } = await run(process.execPath, [join(folder, 'apply-all.mjs')]);
  expect(stderr).toBe('');
});

it.each(patches)('preloads, documents and links %s', (patch) => {
  expect(readText('apply-all.mjs')).toContain(`import './${patch}';`);
  expect(readText('README.md')).toContain(`\`${patch}\``);
  expect(readText(patch)).toMatch(/^\/\/ https:\/\/github\.com\/.+/m);
  const versions = readText(patch).match(/(?<=firebase-tools\/blob\/v)[\d.]+(?=\/)/g) ?? [];
  expect(new Set(versions)).toEqual(new Set([firebaseTools.version]));
});

it('stops with the name of the patch and the version when a patch does not apply', async () => {
  const broken = `
    import { applyPatch } from ${JSON.stringify(join(folder, 'apply-patch.mjs'))};
    applyPatch('/somewhere/fix-a-bug.mjs', (load) => load('emulator/not-there-any-more'));
  `;
  const started = run(process.execPath, ['--input-type=module', '--eval', broken]);
  await expect(started).rejects.toThrow(
    `local/patches/fix-a-bug.mjs does not apply to firebase-tools ${firebaseTools.version}: Cannot find module`,
  );
});

it('stops the old processes of functions after each of two quick saves', async () => {
  const saveTwice = `
    import ${JSON.stringify(join(folder, 'reload-functions-immediately.mjs'))};
    import { createRequire } from 'node:module';
    const load = createRequire(${JSON.stringify(import.meta.filename)});
    const { FunctionsEmulator } = load('firebase-tools/lib/emulator/functionsEmulator');
    class Pool { refresh() { console.log('stopped'); } }
    const emulator = {
      workerPools: { portal: new Pool() },
      logger: { logLabeled: () => undefined },
      discoverTriggers: () => Promise.reject(new Error('not needed')),
    };
    const save = () => FunctionsEmulator.prototype.loadTriggers.call(emulator, { codebase: 'portal' });
    await Promise.all([save(), save()]);
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', saveTwice]);
  expect(stdout).toBe('stopped\nstopped\n');
});
