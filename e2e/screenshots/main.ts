/** `npm run screenshots`: every page of the running portal (PORTAL_URL), phone and desktop, light and dark. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { DESKTOP, launchBrowser, openContext, PHONE } from '../support/launch-browser.ts';
import { restoreSession, signInSeeded } from '../support/sessions.ts';
import { NOW, SHOTS, type Shot } from './pages.ts';

const folder = resolve(import.meta.dirname, '../../.build/screenshots');
const MAX_BYTES = 200_000;
/** A color palette halves the file size, without a visible difference on flat pages. */
const PALETTE = { palette: true, quality: 100, dither: 0, effort: 10, compressionLevel: 9 };
const VIEWPORTS = { phone: PHONE, desktop: DESKTOP };
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
      const picture = await sharp(screenshot).png(PALETTE).toBuffer();
      if (picture.length > MAX_BYTES) throw new Error(`${file} would have ${picture.length} bytes.`);
      writeFileSync(file, picture);
    }
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const shot of SHOTS) {
    await takeShot(browser, shot);
    process.stdout.write(`  ${shot.name}\n`);
  }
} finally {
  await browser.close();
}
