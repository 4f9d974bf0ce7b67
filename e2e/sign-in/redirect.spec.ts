import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import { newEmail } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { chooseAccount } from './popup.ts';
import { answerWith } from '../support/routes.ts';

const blockPopups = (page: Page) => page.addInitScript(() => Object.assign(globalThis, { open: () => null }));

async function signInByRedirect(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign In with Google' }).click();
  await page.waitForURL(/authType=signInViaRedirect/);
  expect(page.url()).toContain(encodeURIComponent('{"prompt":"select_account"}'));
  await chooseAccount(page, email);
}

test('redirects to the provider and back when the popup is blocked [P2.28, P5.3, P8.1, D-settled-by-the-acceptance-test.1]', () => {
  const SIGN_IN_CALL = '**/accounts:signInWithIdp*';
  return withPage(
    async (page) => {
      const alert = page.getByRole('alert');
      await signInByRedirect(page, 'artist@studio.example');
      await alert.filter({ hasText: 'This account is disabled. Ask an admin.' }).waitFor();

      await page.unroute(SIGN_IN_CALL);
      await signInByRedirect(page, 'outsider@elsewhere.example');
      await alert.filter({ hasText: 'Access restricted to @studio.example' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);

      const email = newEmail();
      await signInByRedirect(page, email);
      await page.getByRole('button', { name: email }).waitFor();
    },
    {
      arrange: async (page) => {
        await blockPopups(page);
        const json = { error: { message: 'USER_DISABLED' } };
        await answerWith(page, SIGN_IN_CALL, { status: 400, json });
      },
      // The emulator's page loads fonts from the network.
      expectedErrors: [/ERR_INTERNET_DISCONNECTED/, /40[03]/],
    },
  );
});

/** The part of Firebase's iframe that a redirect needs: it reports that it has loaded. */
const FRAME = `
  <script src="https://apis.google.com/js/api.js"></script>
  <script>
    const page = gapi.iframes.getContext().getParentIframe();
    page.register('webStorageSupport', () => ({ webStorageSupport: true }));
  </script>`;
const CUSTOM_DOMAIN = 'portal.studio.example';

/** Serves the portal at a custom domain without emulators, and mocks Google's servers. */
async function serveAsProduction(page: Page, settings: object): Promise<void> {
  const context = page.context();
  await context.route(`https://${CUSTOM_DOMAIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: config.portalUrl + pathname }) });
  });
  await context.route(`https://${CUSTOM_DOMAIN}/api/settings`, async (route) => {
    const answer = await route.fetch({ url: `${config.portalUrl}/api/settings` });
    const { authEmulatorUrl: _, ...json } = z.looseObject({}).parse(await answer.json());
    const firebase = { ...z.looseObject({}).parse(json['firebase']), ...settings };
    await route.fulfill({ json: { ...json, firebase } });
  });
  await context.route('https://*/__/auth/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: FRAME }),
  );
  await answerWith(page, 'https://identitytoolkit.googleapis.com/v1/projects*', {
    json: { projectId: 'studio', authorizedDomains: [CUSTOM_DOMAIN] },
  });
}

test('frames and redirects use the handler of the serving host, or of AUTH_DOMAIN', () => {
  const firebase: { authDomain?: string } = {};
  return withPage(
    async (page) => {
      for (const domain of [CUSTOM_DOMAIN, 'studio.firebaseapp.com']) {
        if (domain !== CUSTOM_DOMAIN) {
          firebase.authDomain = domain;
          // Otherwise Firebase waits for the end of the first sign-in.
          await page.evaluate(() => sessionStorage.clear());
          await page.goto(`https://${CUSTOM_DOMAIN}/`);
        }
        const framed = page.waitForRequest(`https://${domain}/__/auth/iframe*`);
        await page.getByRole('button', { name: 'Sign In with Google' }).click();
        await framed;
        await page.waitForURL(`https://${domain}/__/auth/handler*`);
        expect(new URL(page.url()).searchParams.get('authType'), domain).toBe('signInViaRedirect');
      }
      // The page may still load.
      await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    },
    {
      path: `https://${CUSTOM_DOMAIN}/`,
      arrange: async (page) => {
        await blockPopups(page);
        await serveAsProduction(page, firebase);
      },
    },
  );
});
