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

test('counts the users and shows the details of each [P2.29, P2.30, P2.32, P3.4]', () =>
  withPage(
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
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
        await answerWithUsers(page, [robin, guest, stray]);
      },
    },
  ));

test('searches and sorts the rows, with a message for no matches', () =>
  withPage(
    async (page) => {
      const emails = () => page.getByRole('listitem').locator('p:first-child').allTextContents();
      await findRow(page, 'robin@').waitFor();
      expect(await emails()).toEqual([guest.email, robin.email, stray.email]);
      await chooseOption(page, 'Sort by', 'Admins first');
      expect(await emails()).toEqual([robin.email, guest.email, stray.email]);
      await search(page, 'elsewhere SAM');
      await findRow(page, 'robin@').waitFor({ state: 'detached' });
      expect(await emails()).toEqual([stray.email]);
      await search(page, 'nobody at all');
      await page.getByText('No email or name contains “nobody at all”.').waitFor();
    },
    { ...asAdmin, arrange: (page) => answerWithUsers(page, [robin, guest, stray]) },
  ));

test.each([
  ['[P2.33]', true, 'No users have signed up yet or Firebase may be unreachable.'],
  ['[P2.33, P3.5]', false, 'Firebase Admin SDK is not available. Check your configuration.'],
])('%s an empty directory (Firebase available: %s) shows: %s', (_references, isAvailable, text) =>
  withPage(
    async (page) => {
      await page.getByText(text, { exact: true }).waitFor();
      await page.getByText('0 users', { exact: true }).waitFor();
      expect(await page.getByRole('list', { name: 'Users' }).count()).toBe(0);
    },
    { ...asAdmin, arrange: (page) => answerWithUsers(page, [], isAvailable) },
  ),
);

test('shows the whitelist and a warning when accounts cannot be read', () =>
  withPage(
    async (page) => {
      await findRow(page, guest.email).waitFor();
      const alert = page.getByRole('alert');
      await alert
        .filter({ hasText: 'Firebase Admin SDK is not available. Check your configuration.' })
        .waitFor();
    },
    { ...asAdmin, arrange: (page) => answerWithUsers(page, [guest], false) },
  ));

test('shows why the directory did not load, and retries on demand [P8.12, P7.19, P7.17]', () => {
  let requests = 0;
  return withPage(
    async (page) => {
      const alert = page.getByRole('alert');
      await alert.waitFor();
      await alert
        .getByText('Failed to load user directory: 500: Internal Server Error', { exact: true })
        .waitFor();
      expect(requests).toBe(1);
      await page.unroute(DIRECTORY_CALL);
      await page.getByRole('button', { name: 'Try again' }).click();
      await findRow(page, 'admin@studio.example').waitFor();
      expect(await alert.count()).toBe(0);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        page.on('request', (request) => {
          if (request.url().endsWith(DIRECTORY_CALL)) requests += 1;
        });
        await answerWith(page, DIRECTORY_CALL, { status: 500 });
      },
      expectedErrors: [/500/],
    },
  );
});

test('fetches the directory once, however long the page is open [P7.17]', () => {
  let requests = 0;
  return withPage(
    async (page) => {
      await findRow(page, robin.email).waitFor();
      await advance(page, 3_600_000);
      expect(requests).toBe(1);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await page.clock.install();
        page.on('request', (request) => {
          if (request.url().endsWith(DIRECTORY_CALL)) requests += 1;
        });
        await answerWithUsers(page, [robin]);
      },
    },
  );
});

test('shows skeletons while loading', () => {
  const directory = hold(DIRECTORY_CALL);
  return withPage(
    async (page) => {
      await page.getByRole('status', { name: 'Loading users' }).waitFor();
      directory.release();
      await findRow(page, 'admin@studio.example').waitFor();
      expect(await page.getByRole('status', { name: 'Loading users' }).count()).toBe(0);
    },
    { ...asAdmin, arrange: (page) => directory.arrange(page) },
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
