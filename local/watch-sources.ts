import { globSync, statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIfStale, type BuildTarget } from './builds.ts';
import { describeError, type Reporter } from './reporter.ts';

const QUIET_MS = 50;

/**
 * Rebuilds targets when their sources change. The Functions emulator loads a new bundle by itself, and the next page load
 * gets the new web app.
 */
export function watchSources(
  root: string,
  targets: readonly BuildTarget[],
  reporter: Reporter,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const scheduleBuild = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      watchNewFolders();
      running = running.then(() => build(root, targets, reporter));
    }, QUIET_MS);
  };
  // Folder by folder: a recursive watch misses files that an editor saves by renaming a new one over them.
  const watchers = new Map<string, FSWatcher>();
  const watchNewFolders = () => {
    for (const folder of listSourceFolders(root, targets)) {
      if (watchers.has(folder)) continue;
      watchers.set(
        folder,
        watch(folder, scheduleBuild).on('error', () => undefined),
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

async function build(root: string, targets: readonly BuildTarget[], reporter: Reporter): Promise<void> {
  for (const target of targets) {
    const startedAt = Date.now();
    try {
      const isBuilt = await buildIfStale(root, target);
      if (isBuilt)
        reporter.done(`${target.name} rebuilt (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`);
    } catch (error) {
      reporter.failed(describeError(error));
    }
  }
}

function listSourceFolders(root: string, targets: readonly BuildTarget[]): Set<string> {
  const inputs = targets.flatMap((target) => target.inputs).flatMap((input) => [input, `${input}/**`]);
  const paths = globSync(inputs, { cwd: root }).map((path) => join(root, path));
  return new Set(paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path))));
}
