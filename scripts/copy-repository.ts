import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Copies every file that git would track, and links the installed packages. Keeps the copy's own builds. */
export function copyRepository(root: string, copy: string): void {
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(copy)) {
    if (name !== '.build') rmSync(join(copy, name), { recursive: true });
  }
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  }
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** Workspaces must link to the copy: a link to the whole folder would lead back to the originals. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@portal'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@portal') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@portal'))) {
    symlinkSync(readlinkSync(join(from, '@portal', name)), join(to, '@portal', name));
  }
}
