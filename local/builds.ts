import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { config } from './config.ts';

export interface BuildTarget {
  name: string;
  /** Files and folders whose content decides whether the output is stale. */
  inputs: readonly string[];
  output: string;
  /** Arguments for Node. */
  command: readonly string[];
  folder: string;
}

export const functionsBuild: BuildTarget = {
  name: 'functions',
  inputs: [
    'functions/src',
    'functions/build.mjs',
    'functions/package.json',
    'contracts/src',
    'packages/upscaler/src',
    'packages/upscaler/models',
    'package-lock.json',
  ],
  output: 'functions/lib/index.cjs',
  command: ['build.mjs'],
  folder: 'functions',
};

export const webBuild: BuildTarget = {
  name: 'web',
  inputs: [
    'web/src',
    'web/public',
    'web/index.html',
    'web/*.ts',
    'web/package.json',
    'contracts/src',
    'package-lock.json',
  ],
  output: 'web/dist/index.html',
  command: ['../node_modules/vite/bin/vite.js', 'build', '--mode', 'localhost', '--logLevel', 'warn'],
  folder: 'web',
};

export const localProgramsBuild: BuildTarget = {
  name: 'local programs',
  inputs: [
    'packages/firestore-emulator/src',
    'packages/firebase-rules/src',
    'local/build.mjs',
    'package-lock.json',
  ],
  output: '.build/local/firestore.mjs',
  command: ['build.mjs'],
  folder: 'local',
};

const run = promisify(execFile);

class BuildError extends Error {
  override name = 'BuildError';
}

/** Builds unless the output was built from the same inputs; returns whether it built. */
export async function buildIfStale(root: string, target: BuildTarget): Promise<boolean> {
  const stampFile = join(root, '.build/stamps', target.name);
  const stamp = hashInputs(root, target.inputs);
  if (existsSync(join(root, target.output)) && readIfPresent(stampFile) === stamp) return false;
  try {
    await run(process.execPath, target.command, {
      cwd: join(root, target.folder),
      // Under a test runner's NODE_ENV, Vite would build React's development version, which runs effects twice.
      env: { ...config.inheritedEnvironment, NODE_ENV: 'production' },
    });
  } catch (error) {
    throw new BuildError(`Building ${target.name} failed.\n\n${describeFailure(error)}`);
  }
  mkdirSync(join(root, '.build/stamps'), { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

function hashInputs(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(
    inputs.flatMap((input) => [input, `${input}/**`]),
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of new Set(files)) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function readIfPresent(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const output = ['stdout', 'stderr'].map((stream) => String(Reflect.get(error, stream) ?? '').trim());
  return output.filter((text) => text !== '').join('\n') || error.message;
}
