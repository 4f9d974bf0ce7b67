import { PublicSettingsSchema } from '@portal/contracts/settings';
import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { chooseAccount } from './popup.ts';

test('opens a 500 by 600 popup that always asks for the account [P2.1, P2.27, P9.14, P1.2, P7.12]', () =>
  withPage(async (page) => {
    const email = newEmail();
    const { apiKey } = PublicSettingsSchema.parse((await callApi('GET', '/api/settings')).body).firebase;
    const keys: (string | null)[] = [];
    page.on('request', (request) => {
      const { hostname, pathname, searchParams } = new URL(request.url());
      const isOfProvider = hostname === new URL(config.authUrl).hostname && /identitytoolkit/.test(pathname);
      if (isOfProvider) keys.push(searchParams.get('key'));
    });
    const opened = page.waitForEvent('popup');
    const button = page.getByRole('button', { name: 'Sign In with Google' });
    await button.click();
    const popup = await opened;
    await page.getByRole('button', { name: 'Loading...' }).waitFor();
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
    const { searchParams } = new URL(popup.url());
    expect(searchParams.get('providerId')).toBe('google.com');
    expect(JSON.parse(searchParams.get('customParameters') ?? '')).toEqual({ prompt: 'select_account' });

    await chooseAccount(popup, email);
    await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
    await page.getByRole('button', { name: email }).waitFor();
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys)).toEqual(new Set([apiKey]));
  }));
