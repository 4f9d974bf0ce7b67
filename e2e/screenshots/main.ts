/** Takes screenshots of the portal at PORTAL_URL, of all pages or of those whose name contains an argument. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { DESKTOP, launchBrowser, openContext } from '../support/launch-browser.ts';
import { restoreSession, signInSeeded } from '../support/sessions.ts';
import { makePages } from './pages.ts';

const folder = resolve(import.meta.dirname, '../../.build/screenshots');
/** A color palette halves the file size, without a visible difference on flat pages. */
const PALETTE = { palette: true, quality: 100, dither: 0, effort: 10, compressionLevel: 9 };
const VIEWPORTS = {
  phone: { width: 360, height: 780 },
  desktop: DESKTOP,
  wide: { width: 2560, height: 1300 },
};
const TIMEOUT_MS = 120_000;
const SCHEMES = ['light', 'dark'] as const;

/** Pictures below the screen do not load. */
async function waitForPictures(page: Page): Promise<void> {
  // Until what was opened has appeared.
  await page.waitForTimeout(1000);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-loading], .MuiSkeleton-root, img')].every(
      (place) =>
        place.getBoundingClientRect().top > innerHeight ||
        (place instanceof HTMLImageElement && place.complete),
    ),
  );
}

const asked = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const { name, path, as, prepare } of await makePages()) {
    if (asked.length > 0 && !asked.some((part) => name.includes(part))) continue;
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      const context = await openContext(browser, { viewport, reducedMotion: 'reduce' });
      if (as) await restoreSession(context, await signInSeeded(as));
      const page = await context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await waitForPictures(page);
      await prepare?.(page);
      await page.mouse.move(0, 0);
      await waitForPictures(page);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-scheme=${colorScheme}]`).waitFor();
        const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        const file = join(folder, `${name}-${device}-${colorScheme}.png`);
        writeFileSync(file, await sharp(screenshot).png(PALETTE).toBuffer());
      }
      await context.close();
    }
    process.stdout.write(`  ${name}\n`);
  }
} finally {
  await browser.close();
}
