import type { Browser } from 'playwright-core';
import { expect, it } from 'vitest';
import { keepBrowser } from './launch-browser.ts';

const makeBrowser = () => {
  const browser = { isRunning: true, isConnected: () => browser.isRunning };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this is asked of it
  return browser as unknown as Browser & { isRunning: boolean };
};

it('launches one browser for pages that open at once', async () => {
  let launched = 0;
  const open = keepBrowser(async () => {
    launched += 1;
    return makeBrowser();
  });
  const [first, second] = await Promise.all([open(), open()]);
  expect(second).toBe(first);
  expect(await open()).toBe(first);
  expect(launched).toBe(1);
});

it('launches again for the next page after a failed launch', async () => {
  const browser = makeBrowser();
  const launches = [Promise.reject(new Error('spawn ETXTBSY')), Promise.resolve(browser)];
  const open = keepBrowser(() => launches.shift() ?? Promise.reject(new Error('Launched too often.')));
  await expect(open()).rejects.toThrow('ETXTBSY');
  expect(await open()).toBe(browser);
});

it('replaces a browser that has crashed', async () => {
  const browsers = [makeBrowser(), makeBrowser()];
  const [crashed, next] = browsers;
  const open = keepBrowser(async () => browsers.shift() ?? makeBrowser());
  expect(await open()).toBe(crashed);
  if (crashed) crashed.isRunning = false;
  expect(await open()).toBe(next);
});
