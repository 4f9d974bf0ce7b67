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
  findUsers,
  search,
} from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
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

const readEmails = (page: Page) =>
  findUsers(page).getByRole('rowheader').locator('p:first-child').allTextContents();

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
      for (const text of ['Robin Vries', 'Allowed', 'Whitelisted · has signed in', '45 min. ago'])
        await row.getByText(text, { exact: true }).waitFor();
      expect(await row.locator('img').getAttribute('src')).toBe(robin.photoURL);
      expect(await row.getByRole('combobox').textContent()).toBe('Admin');
      await row.getByText('45 min. ago').hover();
      await page.getByRole('tooltip').filter({ hasText: 'Nov 21, 2026' }).waitFor();

      const guestRow = findRow(page, 'guest@elsewhere.example');
      for (const text of ['No name', 'Allowed', 'Whitelisted · not signed in yet', 'Never active'])
        await guestRow.getByText(text, { exact: true }).waitFor();
      for (const text of ['Not allowed', 'Not whitelisted · has signed in'])
        await findRow(page, 'stray@').getByText(text, { exact: true }).waitFor();
      await guestRow.getByTitle('whitelist-only', { exact: true }).waitFor();
      await findRow(page, 'stray@').getByTitle('firebase', { exact: true }).waitFor();
      for (const { email } of [robin, guest, stray])
        await page.getByRole('button', { name: `Revoke ${email}` }).waitFor();

      const emails = () => readEmails(page);
      expect(await emails()).toEqual([guest.email, robin.email, stray.email]);
      const heading = page.getByRole('columnheader', { name: 'Role' });
      await heading.getByRole('button').click();
      await eventually(emails).toEqual([robin.email, guest.email, stray.email]);
      expect(await heading.getAttribute('aria-sort')).toBe('ascending');
      await heading.getByRole('button').click();
      await eventually(emails).toEqual([guest.email, stray.email, robin.email]);
      expect(await heading.getAttribute('aria-sort')).toBe('descending');
      expect(await page.getByRole('columnheader', { name: 'Email' }).getAttribute('aria-sort')).toBe(null);
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
        expect(await findUsers(page).count(), text).toBe(0);
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
      const rows = findUsers(page).locator('tbody').getByRole('row');
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

test('keeps filters and order in the URL, and shows cards on a phone', () =>
  withPage(
    async (page) => {
      await findRow(page, robin.email).waitFor();
      await page.getByRole('columnheader').getByRole('button', { name: 'Last active' }).click();
      await chooseOption(page, 'Status', 'Allowed');
      await page.getByText('2 of 3 users', { exact: true }).waitFor();
      expect(await readEmails(page)).toEqual([robin.email, guest.email]);
      expect(new URL(page.url()).search).toBe('?status=allowed&sort=active');

      await page.reload();
      await findRow(page, robin.email).waitFor();
      expect(await readEmails(page)).toEqual([robin.email, guest.email]);
      await chooseOption(page, 'Role', 'User');
      await eventually(() => readEmails(page)).toEqual([guest.email]);
      await chooseOption(page, 'Status', 'Not allowed');
      await eventually(() => readEmails(page)).toEqual([stray.email]);
      await chooseOption(page, 'Role', 'Admin');
      await page.getByText('No user matches the search and the filters.').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await eventually(() => readEmails(page)).toEqual([robin.email, guest.email, stray.email]);
      expect(new URL(page.url()).search).toBe('?sort=active');

      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.getByRole('columnheader').count()).toBe(0);
      await chooseOption(page, 'Sort by', 'Name');
      await eventually(() => readEmails(page)).toEqual([guest.email, robin.email, stray.email]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      const email = await findRow(page, robin.email).getByText(robin.email).boundingBox();
      const select = await page.getByRole('combobox', { name: `Role of ${robin.email}` }).boundingBox();
      expect(select?.y).toBeGreaterThan((email?.y ?? 0) + (email?.height ?? 0));
    },
    { ...asAdmin, arrange: (page) => answerWithUsers(page, [robin, guest, stray]) },
  ));
