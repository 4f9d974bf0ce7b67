import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { pack } from 'tar-fs';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { findArchives, unpackBrowser } from './unpack-browser.ts';

const run = promisify(execFile);

/** A program that says its name, in archives like those of the package. */
let archives: string;
let folder: string;
beforeEach(async () => {
  const root = mkdtempSync(join(tmpdir(), 'unpack browser '));
  onTestFinished(() => rmSync(root, { recursive: true }));
  archives = join(root, 'bin');
  folder = join(root, 'browser');
  const content = join(root, 'content');
  for (const path of [archives, join(content, 'lib'), join(content, 'fonts')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(content, 'lib/libnspr4.so'), 'a library');
  writeFileSync(join(content, 'fonts/sans.ttf'), 'a font');
  writeArchive('chromium.br', Buffer.from('#!/bin/sh\necho the browser\n'));
  writeArchive('al2023.tar.br', await buffer(pack(content, { entries: ['lib'] })));
  writeArchive('fonts.tar.br', await buffer(pack(content, { entries: ['fonts'] })));
});

function writeArchive(name: string, bytes: Buffer): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  writeFileSync(join(archives, name), brotliCompressSync(bytes, { params }));
}

const unpack = () => unpackBrowser(folder, { archives, version: '1.2.3' });
const unpackElsewhere = () => {
  const module = join(import.meta.dirname, 'unpack-browser.ts');
  const script = `
    import { unpackBrowser } from ${JSON.stringify(module)};
    import { execFileSync } from 'node:child_process';
    const { program } = await unpackBrowser(${JSON.stringify(folder)}, ${JSON.stringify({ archives, version: '1.2.3' })});
    process.stdout.write(execFileSync(program));
  `;
  return run(process.execPath, ['--input-type=module', '--eval', script]);
};

it('unpacks the program, its libraries and fonts into a folder of its version', async () => {
  const { program, libraries, fonts } = await unpack();
  expect((await run(program)).stdout).toBe('the browser\n');
  expect(readFileSync(join(libraries, 'libnspr4.so'), 'utf8')).toBe('a library');
  expect(readFileSync(join(fonts, 'fonts/sans.ttf'), 'utf8')).toBe('a font');
  expect(readFileSync(join(fonts, 'fonts.conf'), 'utf8')).toContain('<dir prefix="relative">fonts</dir>');
  expect(readdirSync(folder)).toEqual(['1.2.3']);
});

it('lets only its owner read or change it', async () => {
  const { program } = await unpack();
  expect(statSync(join(folder, '1.2.3')).mode & 0o777).toBe(0o700);
  expect(statSync(program).mode & 0o777).toBe(0o700);
});

it('unpacks once', async () => {
  const { program } = await unpack();
  rmSync(archives, { recursive: true });
  expect((await unpack()).program).toBe(program);
});

it('is whole for each of several processes that start at once', async () => {
  const outcomes = await Promise.all([unpackElsewhere(), unpackElsewhere(), unpackElsewhere()]);
  expect(outcomes.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 3 }, () => 'the browser\n'));
  expect(readdirSync(folder)).toEqual(['1.2.3']);
});

it('leaves nothing behind of a broken archive, and works once it is repaired', async () => {
  const whole = readFileSync(join(archives, 'fonts.tar.br'));
  writeFileSync(join(archives, 'fonts.tar.br'), whole.subarray(0, 20));
  await expect(unpack()).rejects.toThrow('fonts.tar.br of @sparticuz/chromium is broken.');
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(archives, 'fonts.tar.br'), whole);
  expect((await run((await unpack()).program)).stdout).toBe('the browser\n');
});

it('finds the archives of the installed package', () => {
  const { archives, version } = findArchives();
  expect(readdirSync(archives)).toEqual(
    expect.arrayContaining(['chromium.br', 'al2023.tar.br', 'fonts.tar.br']),
  );
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
