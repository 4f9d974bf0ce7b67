import { test } from 'vitest';
import sparticuz from '@sparticuz/chromium';
import { newEmail, signIn } from './support/accounts.ts';
import { DESKTOP, launchBrowser, openBareContext, openContext } from './support/launch-browser.ts';
import { makeSession } from './support/sessions.ts';
test('bench', async () => {
  const browser = await launchBrowser();
  console.log(sparticuz.args.join(' '));
  const artist = await signIn(newEmail());
    for (let i = 0; i < 2; i += 1) {
      const context = await openBareContext(browser, { viewport: DESKTOP, storageState: makeSession(artist) });
      const page = await context.newPage();
      await page.goto('/tools/bulk-image-generator');
      await page.getByText('No batch history yet', { exact: true }).first().waitFor();
      console.log(await page.evaluate(() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).concat(performance.getEntriesByType('paint')).map((e) => `${e.startTime.toFixed()}-${(e as any).responseEnd?.toFixed()} ${e.name.slice(-60)}`).join('\n')), await page.evaluate(() => performance.now()));
      await context.close();
    }
  await browser.close();
}, 60000);
