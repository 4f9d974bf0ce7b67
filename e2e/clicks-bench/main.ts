/**
 * `npm run bench -- clicks`: the time from a click on each button of each page, and from the Escape after it, to the next frame; of
 * all pages that `npm run screenshots` shows, or of those whose name contains an argument.
 */
import { makePages, type Shot } from '../screenshots/pages.ts';
import { DESKTOP, launchBrowser, openContext } from '../support/launch-browser.ts';
import { restoreSession, signInSeeded } from '../support/sessions.ts';
import { nameOf, recordInteractions, SETTLED_MS, timeInput, type InputTime } from './time-input.ts';

const GOAL_MS = 100;
/** Until code that the first screen does not need has loaded. */
const START_MS = 4500;

/** Buttons that differ in a number alone do the same, and so do those around the page on every page. */
const seen = new Set<string>();
const times: (InputTime & { name: string })[] = [];

async function timePage({ path, as, prepare }: Shot): Promise<void> {
  const context = await openContext(browser, { viewport: DESKTOP });
  if (as) await restoreSession(context, await signInSeeded(as));
  const page = await context.newPage();
  await recordInteractions(page);
  const open = async () => {
    await page.goto(path);
    await page.waitForTimeout(START_MS);
    await prepare?.(page);
    await page.waitForTimeout(SETTLED_MS);
  };
  await open();
  // Those of an open dialog only.
  const buttons = page.getByRole('button', { disabled: false });
  const count = await buttons.count();
  for (let index = 0; index < count; index += 1) {
    const button = buttons.nth(index);
    if (!(await button.isVisible())) continue;
    const name = await nameOf(button);
    const isShell = await button.evaluate((element) => !element.closest('main'));
    const kind = `${isShell ? '' : path} ${name.replaceAll(/\d+/g, '')}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    const before = await page.locator('body').innerText();
    times.push({ name: `${path}: ${name}`, ...(await timeInput(page, () => button.click())) });
    const escape = await timeInput(page, () => page.keyboard.press('Escape'));
    times.push({ name: `${path}: Escape after ${name}`, ...escape });
    if ((await page.locator('body').innerText()) !== before) await open();
  }
  await context.close();
}

const asked = process.argv.slice(2);
const browser = await launchBrowser();
try {
  for (const page of await makePages())
    if (asked.length === 0 || asked.some((part) => page.name.includes(part))) await timePage(page);
} finally {
  await browser.close();
}
const slow = times.filter(({ duration }) => duration > GOAL_MS);
process.stdout.write(`${times.length - slow.length} of ${times.length} within ${GOAL_MS} ms\n`);
for (const { name, duration, code } of slow)
  process.stdout.write(`${name}: ${duration} ms, of which code ${code.toFixed(0)} ms\n`);
