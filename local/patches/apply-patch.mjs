import { createRequire } from 'node:module';
import { basename } from 'node:path';

const requireHere = createRequire(import.meta.url);

/**
 * Runs one patch of the Firebase CLI. The patch asserts that the code it changes is still what it was written for; when
 * that is no longer so, the CLI stops with the patch's name rather than run without it.
 */
export function applyPatch(file, patch) {
  try {
    patch((module) => requireHere(`firebase-tools/lib/${module}`));
  } catch (error) {
    const { version } = requireHere('firebase-tools/package.json');
    throw new Error(
      `local/patches/${basename(file)} does not apply to firebase-tools ${version}: ${error.message}\n` +
        'Read what the patch is for in local/patches/README.md, then update or delete it.',
      { cause: error },
    );
  }
}
