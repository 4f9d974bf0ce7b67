import { homedir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findBrowser, NoBrowserError, type Machine } from './find-browser.ts';
import { skipBecause } from './skip.ts';

const UNPACKED = { program: '/unpacked/chromium', libraries: '/unpacked/lib', fonts: '/unpacked' };

/** A bare one, on which nothing is installed and every program starts. */
const makeMachine = (machine: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  arch: 'x64',
  chosen: undefined,
  exists: () => false,
  findProgram: () => undefined,
  tryProgram: () => undefined,
  unpack: async () => UNPACKED,
  ...machine,
});

it('takes the browser that TEST_BROWSER names before any other', async () => {
  const machine = makeMachine({ chosen: '/opt/my browser', exists: (path) => path === '/opt/my browser' });
  expect(await findBrowser(machine)).toEqual({ executablePath: '/opt/my browser' });
});

it('says so if TEST_BROWSER names no file', async () => {
  await expect(findBrowser(makeMachine({ chosen: '/nowhere' }))).rejects.toThrow(
    new NoBrowserError('TEST_BROWSER names a file that does not exist: /nowhere'),
  );
});

it('takes the build of the package where it has one, even if a browser is installed', async () => {
  const found = await findBrowser(makeMachine({ findProgram: () => '/usr/bin/chromium' }));
  expect(found.executablePath).toBe(UNPACKED.program);
  expect(found.env).toMatchObject({ FONTCONFIG_PATH: UNPACKED.fonts });
  expect(found.env).not.toHaveProperty('LD_LIBRARY_PATH', UNPACKED.libraries);
});

it('uses the libraries of the package where the machine lacks them', async () => {
  const tryProgram: Machine['tryProgram'] = (_, env) =>
    env['LD_LIBRARY_PATH'] === UNPACKED.libraries ? undefined : 'libnspr4.so: cannot open shared object file';
  const { env } = await findBrowser(makeMachine({ tryProgram }));
  expect(env).toMatchObject({ LD_LIBRARY_PATH: UNPACKED.libraries });
});

it('says what helps if the build of the package does not start', async () => {
  const found = findBrowser(makeMachine({ tryProgram: () => 'no such interpreter' }));
  await expect(found).rejects.toThrow(NoBrowserError);
  await expect(found).rejects.toThrow(
    /does not start here: no such interpreter\. Install Chrome .*TEST_BROWSER=/,
  );
});

describe('on a platform without a build in the package', () => {
  it('takes an installed browser on Linux for ARM', async () => {
    const findProgram: Machine['findProgram'] = (...names) =>
      names.includes('chromium') ? '/usr/bin/chromium' : undefined;
    const machine = makeMachine({ arch: 'arm64', findProgram });
    expect(await findBrowser(machine)).toEqual({ executablePath: '/usr/bin/chromium' });
  });

  it.each([
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    join(homedir(), 'Applications/Chromium.app/Contents/MacOS/Chromium'),
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ])('takes %s on macOS', async (path) => {
    const machine = makeMachine({ platform: 'darwin', arch: 'arm64', exists: (each) => each === path });
    expect(await findBrowser(machine)).toEqual({ executablePath: path });
  });

  it('says what helps if none is installed', async () => {
    const found = findBrowser(makeMachine({ platform: 'darwin' }));
    await expect(found).rejects.toThrow(NoBrowserError);
    await expect(found).rejects.toThrow(/No browser was found\. Install Chrome .*TEST_BROWSER=/);
  });
});

describe('with the browser of this machine', () => {
  beforeEach(async (context) => {
    await findBrowser().catch((error: Error) => skipBecause(context, 'browser', error.message));
  });

  it('texts have a size', async () => {
    const browser = await chromium.launch(await findBrowser());
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.setContent('<span>Text</span><code>Text</code>');
    for (const name of ['span', 'code']) {
      const { width = 0, height = 0 } = (await page.locator(name).boundingBox()) ?? {};
      expect([width > 20, height > 10]).toEqual([true, true]);
    }
  });
});
