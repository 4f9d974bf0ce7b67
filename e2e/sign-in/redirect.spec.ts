import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import { withPage } from '../support/browser.ts';
import { chooseAccount } from './popup.ts';
import { answerWith } from '../support/routes.ts';

const blockPopups = (page: Page) => page.addInitScript(() => Object.assign(globalThis, { open: () => null }));

async function signInByRedirect(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign In with Google' }).click();
  await page.waitForURL(/authType=signInViaRedirect/);
  await chooseAccount(page, email);
}

// The emulator's page loads fonts from the network.
const expectedErrors = [/ERR_INTERNET_DISCONNECTED/, /40[03]/];

test('shows an outsider after a redirect who may sign in [P2.28, P5.3]', () =>
  withPage(
    async (page) => {
      await signInByRedirect(page, 'outsider@elsewhere.example');
      await page.getByRole('alert').filter({ hasText: 'Access restricted to @studio.example' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
    },
    { arrange: blockPopups, expectedErrors },
  ));

test('shows why the provider rejected a redirect [P2.28, P8.1]', () =>
  withPage(
    async (page) => {
      await signInByRedirect(page, 'artist@studio.example');
      await page.getByRole('alert').filter({ hasText: 'This account is disabled. Ask an admin.' }).waitFor();
    },
    {
      arrange: async (page) => {
        await blockPopups(page);
        const json = { error: { message: 'USER_DISABLED' } };
        await answerWith(page, '**/accounts:signInWithIdp*', { status: 400, json });
      },
      expectedErrors,
    },
  ));

/** The part of Firebase's iframe that a redirect needs: it reports that it has loaded. */
const FRAME = `
  <script src="https://apis.google.com/js/api.js"></script>
  <script>
    const page = gapi.iframes.getContext().getParentIframe();
    page.register('webStorageSupport', () => ({ webStorageSupport: true }));
  </script>`;
const STUDIO = 'portal.studio.example';

/** Serves the portal at a custom domain without emulators, and mocks Google's servers. */
async function serveAsProduction(page: Page, settings: object): Promise<void> {
  const context = page.context();
  await context.route(`https://${STUDIO}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: config.portalUrl + pathname }) });
  });
  await context.route(`https://${STUDIO}/api/settings`, async (route) => {
    const answer = await route.fetch({ url: `${config.portalUrl}/api/settings` });
    const { authEmulatorUrl: _, ...json } = z.looseObject({}).parse(await answer.json());
    const firebase = { ...z.looseObject({}).parse(json['firebase']), ...settings };
    await route.fulfill({ json: { ...json, firebase } });
  });
  await context.route('https://*/__/auth/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: FRAME }),
  );
  await answerWith(page, 'https://identitytoolkit.googleapis.com/v1/projects*', {
    json: { projectId: 'studio', authorizedDomains: [STUDIO] },
  });
}

test.each([
  ['the serving host', {}, STUDIO],
  ['the AUTH_DOMAIN of the settings', { authDomain: 'studio.firebaseapp.com' }, 'studio.firebaseapp.com'],
])('uses the sign-in handler of %s for frame and redirect', (_name, settings, domain) =>
  withPage(
    async (page) => {
      const framed = page.waitForRequest(`https://${domain}/__/auth/iframe*`);
      await page.getByRole('button', { name: 'Sign In with Google' }).click();
      await framed;
      await page.waitForURL(`https://${domain}/__/auth/handler*`);
      expect(new URL(page.url()).searchParams.get('authType')).toBe('signInViaRedirect');
    },
    {
      path: `https://${STUDIO}/`,
      arrange: async (page) => {
        await blockPopups(page);
        await serveAsProduction(page, settings);
      },
    },
  ),
);
