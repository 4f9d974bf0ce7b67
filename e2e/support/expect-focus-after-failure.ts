import type { Locator, Page } from 'playwright-core';
import { eventually } from './generator-page.ts';
import { hasFocus } from './keyboard.ts';
import { answerWith, hold } from './routes.ts';

/** Makes the call of a button fail. Expects the button to be disabled until then, and to have the focus again afterwards. */
export async function expectFocusAfterFailure(
  page: Page,
  path: string,
  button: Locator,
  press: () => Promise<void>,
): Promise<void> {
  const answer = hold(path);
  await answerWith(page, path, { status: 500 });
  await answer.arrange(page);
  await press();
  await eventually(() => button.isDisabled()).toBe(true);
  await eventually(() => hasFocus(button)).toBe(false);
  answer.release();
  await eventually(() => hasFocus(button)).toBe(true);
}
