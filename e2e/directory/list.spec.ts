import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithUsers,
  chooseOption,
  createUser,
  DIRECTORY_CALL,
  DIRECTORY_PAGE,
  findRow,
  search,
} from '../support/directory.ts';
import { advance } from '../support/polled-history.ts';
import { answerWith, hold } from '../support/routes.ts';

const asAdmin = { as: 'admin', path: DIRECTORY_PAGE } as const;

const robin = createUser({
  email: 'robin@studio.example',
  displayName: 'Robin Vries',
  role: 'admin',
  photoURL: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  lastActiveAt: '2026-11-21T11:15:00.000Z',
});
const guest = createUser({
  uid: 'guest@elsewhere.example',
  email: 'guest@elsewhere.example',
  displayName: null,
  source: 'whitelist-only',
  emailVerified: false,
});
const stray = createUser({
  email: 'stray@elsewhere.example',
  displayName: 'Sam Stray',
  isWhitelisted: false,
});

/** Counts the requests for the directory. */
const countRequests = (page: Page, directory: { requests: number }) =>
  page.on('request', (request) => {
    if (request.url().endsWith(DIRECTORY_CALL)) directory.requests += 1;
  });

test('counts, describes, searches and sorts the users, whom it fetches once [P2.29, P2.30, P2.32, P3.4, P7.17]', () => {
  const directory = { requests: 0 };
  return withPage(
    async (page) => {
      await page.getByText('3 users', { exact: true }).waitFor();
      await page.getByRole('form', { name: 'Whitelist' }).waitFor();
      const row = findRow(page, 'robin@studio.example');
      for (const text of ['Robin Vries', 'Allowed · has signed in', '45 min. ago'])
        await row.getByText(text, { exact: true }).waitFor();
      expect(await row.locator('img').getAttribute('src')).toBe(robin.photoURL);
      expect(await row.getByRole('combobox').textContent()).toBe('Admin');
      await row.getByText('45 min. ago').hover();
      await page.getByRole('tooltip').filter({ hasText: 'Nov 21, 2026' }).waitFor();

      const guestRow = findRow(page, 'guest@elsewhere.example');
      for (const text of ['Has not signed in yet', 'Allowed · not signed in yet', 'Never active'])
        await guestRow.getByText(text, { exact: true }).waitFor();
      await findRow(page, 'stray@').getByText('Not allowed · has signed in', { exact: true }).waitFor();
      await guestRow.getByTitle('Whitelisted (whitelist-only)', { exact: true }).waitFor();
      await findRow(page, 'stray@').getByTitle('Not whitelisted (firebase)', { exact: true }).waitFor();
      for (const { email } of [robin, guest, stray])
        await page.getByRole('button', { name: `Revoke ${email}` }).waitFor();

      const emails = () => page.getByRole('listitem').locator('p:first-child').allTextContents();
      expect(await emails()).toEqual([guest.email, robin.email, stray.email]);
      await chooseOption(page, 'Sort by', 'Admins first');
      expect(await emails()).toEqual([robin.email, guest.email, stray.email]);
      await search(page, 'elsewhere SAM');
      await findRow(page, 'robin@').waitFor({ state: 'detached' });
      expect(await emails()).toEqual([stray.email]);
      await search(page, 'nobody at all');
      await page.getByText('No email or name contains “nobody at all”.').waitFor();

      await advance(page, 3_600_000);
      expect(directory.requests).toBe(1);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
        countRequests(page, directory);
        await answerWithUsers(page, [robin, guest, stray]);
      },
    },
  );
});

const UNAVAILABLE = 'Firebase Admin SDK is not available. Check your configuration.';
const EMPTY_STATES: [isAvailable: boolean, text: string][] = [
  [true, 'No users have signed up yet or Firebase may be unreachable.'],
  [false, UNAVAILABLE],
];

test('shows a loading, failed, incomplete or empty directory [P2.33, P3.5, P7.17, P7.19, P8.12]', () => {
  const held = hold(DIRECTORY_CALL);
  const directory = { requests: 0 };
  return withPage(
    async (page) => {
      const skeletons = page.getByRole('status', { name: 'Loading users' });
      const alert = page.getByRole('alert');
      await skeletons.waitFor();
      held.release();
      await alert
        .getByText('Failed to load user directory: 500: Internal Server Error', { exact: true })
        .waitFor();
      expect(await skeletons.count()).toBe(0);
      expect(directory.requests).toBe(1);

      await page.unroute(DIRECTORY_CALL);
      await page.getByRole('button', { name: 'Try again' }).click();
      await findRow(page, 'admin@studio.example').waitFor();
      expect(await alert.count()).toBe(0);
      expect(await skeletons.count()).toBe(0);

      // Without accounts, the directory shows the whitelist.
      await answerWithUsers(page, [guest], false);
      await page.reload();
      await findRow(page, guest.email).waitFor();
      await alert.filter({ hasText: UNAVAILABLE }).waitFor();
      for (const [isAvailable, text] of EMPTY_STATES) {
        await answerWithUsers(page, [], isAvailable);
        await page.reload();
        await page.getByText(text, { exact: true }).waitFor();
        await page.getByText('0 users', { exact: true }).waitFor();
        expect(await page.getByRole('list', { name: 'Users' }).count(), text).toBe(0);
      }
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        countRequests(page, directory);
        await answerWith(page, DIRECTORY_CALL, { status: 500 });
        await held.arrange(page);
      },
      expectedErrors: [/500/],
    },
  );
});

test('renders only the visible rows of 5,000 users while scrolling [P2.29]', () =>
  withPage(
    async (page) => {
      await page.getByText('5,000 users', { exact: true }).waitFor();
      const rows = page.getByRole('listitem');
      expect(await rows.count()).toBeLessThan(40);
      await findRow(page, 'person-00000@').waitFor();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await findRow(page, 'person-04999@').waitFor();
      expect(await rows.count()).toBeLessThan(40);
      await search(page, 'person-0250');
      await findRow(page, 'person-02505@').waitFor();
      expect(await rows.count()).toBe(10);
    },
    {
      ...asAdmin,
      arrange: (page) =>
        answerWithUsers(
          page,
          Array.from({ length: 5000 }, (_, index) =>
            createUser({ email: `person-${String(index).padStart(5, '0')}@studio.example` }),
          ),
        ),
    },
  ));
