import { globSync, statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIfStale, functionsBuild, webBuild } from './builds.ts';
import { describeError, type Reporter } from './reporter.ts';

const QUIET_MS = 150;

/**
 * Builds again what a change in the sources makes stale. The functions emulator loads a new bundle by itself, and the
 * next page load gets the new web app.
 */
export function watchSources(root: string, reporter: Reporter): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      watchNewFolders();
      running = running.then(() => build(root, reporter));
    }, QUIET_MS);
  };
  // Folder by folder: a recursive watch loses a file that an editor saves by renaming a new one over it.
  const watchers = new Map<string, FSWatcher>();
  const watchNewFolders = () => {
    for (const folder of listSourceFolders(root)) {
      if (!watchers.has(folder))
        watchers.set(
          folder,
          watch(folder, schedule).on('error', () => undefined),
        );
    }
  };
  watchNewFolders();
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

async function build(root: string, reporter: Reporter): Promise<void> {
  for (const target of [functionsBuild, webBuild]) {
    const startedAt = Date.now();
    try {
      const isBuilt = await buildIfStale(root, target);
      if (isBuilt)
        reporter.done(`${target.name} built again (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`);
    } catch (error) {
      reporter.failed(describeError(error));
    }
  }
}

function listSourceFolders(root: string): Set<string> {
  const inputs = [...functionsBuild.inputs, ...webBuild.inputs].flatMap((input) => [input, `${input}/**`]);
  const paths = globSync(inputs, { cwd: root }).map((path) => join(root, path));
  return new Set(paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path))));
}
