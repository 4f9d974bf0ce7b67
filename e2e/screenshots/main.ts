/**
 * `npm run screenshots`: every page of the running portal (PORTAL_URL) on a phone, a laptop and a wide screen, light and dark.
 * With arguments: those whose name contains one of them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { DESKTOP, launchBrowser, openContext } from '../support/launch-browser.ts';
import { restoreSession, signInSeeded } from '../support/sessions.ts';
import { NOW, SHOTS, type Shot } from './pages.ts';

const folder = resolve(import.meta.dirname, '../../.build/screenshots');
/** A color palette halves the file size, without a visible difference on flat pages. */
const PALETTE = { palette: true, quality: 100, dither: 0, effort: 10, compressionLevel: 9 };
const VIEWPORTS = {
  phone: { width: 360, height: 780 },
  desktop: DESKTOP,
  wide: { width: 2560, height: 1300 },
};
const SCHEMES = ['light', 'dark'] as const;

/** Shoots a page on each device in both color schemes. */
async function takeShot(browser: Browser, { name, path, as, prepare }: Shot): Promise<void> {
  for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    const context = await openContext(browser, {
      viewport,
      reducedMotion: 'reduce',
    });
    if (as) await restoreSession(context, await signInSeeded(as));
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    await page.goto(path);
    await prepare(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-scheme=${colorScheme}]`).waitFor();
      const file = join(folder, `${name}-${device}-${colorScheme}.png`);
      const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      writeFileSync(file, await sharp(screenshot).png(PALETTE).toBuffer());
    }
    await context.close();
  }
}

const asked = process.argv.slice(2);
const isWanted = ({ name }: Shot): boolean => asked.length === 0 || asked.some((part) => name.includes(part));

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const shot of SHOTS.filter(isWanted)) {
    await takeShot(browser, shot);
    process.stdout.write(`  ${shot.name}\n`);
  }
} finally {
  await browser.close();
}
