import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import {
  answerWithUsers,
  chooseOption,
  createUser,
  DIRECTORY_CALL,
  DIRECTORY_PAGE,
  findRow,
  GENERIC_FAILURE,
  search,
  toast,
} from '../support/directory.ts';
import { answerWith, hold } from '../support/routes.ts';

const asAdmin = { as: 'admin', path: DIRECTORY_PAGE } as const;

test('makes a user an admin and refetches the list [P2.31, P4.18, P7.5, P7.9, P8.14, P6.5]', () =>
  withPage(async (page) => {
    const account = await signIn(newEmail());
    await callApi('GET', '/api/auth/user', { as: account });
    await page.reload();
    await search(page, account.email);
    const select = findRow(page, account.email).getByRole('combobox');
    await select.click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['User', 'Admin']);
    const sent = page.waitForRequest(`**${DIRECTORY_CALL}/${account.uid}/role`);
    const readAgain = page.waitForRequest(`**${DIRECTORY_CALL}`);
    await page.getByRole('option', { name: 'Admin' }).click();
    expect((await sent).method()).toBe('PATCH');
    expect((await sent).postDataJSON()).toEqual({ role: 'admin' });
    await toast(page, 'User role updated successfully').waitFor();
    await readAgain;
    expect(await select.textContent()).toBe('Admin');
    expect((await callApi('GET', '/api/auth/user', { as: account })).body).toEqual({
      role: 'admin',
      isAdmin: true,
    });
  }, asAdmin));

test('disables the role for whitelisted-only users and while a change is pending [P4.19, P5.7]', () => {
  const user = createUser();
  const role = hold(`${DIRECTORY_CALL}/*/role`);
  const guest = createUser({ source: 'whitelist-only' });
  return withPage(
    async (page) => {
      const isOff = (email: string) =>
        findRow(page, email).getByRole('combobox').getAttribute('aria-disabled');
      await findRow(page, guest.email).waitFor();
      expect(await isOff(guest.email)).toBe('true');
      expect(await isOff(user.email)).toBeNull();
      await chooseOption(page, `Role of ${user.email}`, 'Admin');
      await findRow(page, user.email).getByText('Admin', { exact: true }).waitFor();
      expect(await isOff(user.email)).toBe('true');
      role.release();
      await toast(page, GENERIC_FAILURE).waitFor();
      expect(await isOff(user.email)).toBeNull();
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithUsers(page, [user, guest]);
        await role.arrange(page);
      },
      // An unknown id.
      expectedErrors: [/404/],
    },
  );
});

test('disables the role in every row with a pending change [P4.19, P5.7]', () => {
  const users = [createUser(), createUser(), createUser()];
  const role = hold(`${DIRECTORY_CALL}/*/role`);
  return withPage(
    async (page) => {
      const isOff = ({ email }: { email: string }) =>
        findRow(page, email).getByRole('combobox').getAttribute('aria-disabled');
      const [first, second, third] = users;
      if (!first || !second || !third) throw new Error('Expected three.');
      for (const { email } of [first, second]) {
        await chooseOption(page, `Role of ${email}`, 'Admin');
        await findRow(page, email).getByText('Admin', { exact: true }).waitFor();
      }
      expect(await Promise.all(users.map(isOff))).toEqual(['true', 'true', null]);
      role.release();
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithUsers(page, users);
        await answerWith(page, `${DIRECTORY_CALL}/*/role`, { json: { success: true } });
        await role.arrange(page);
      },
    },
  );
});

test('applies a role at once and rolls it back when the server rejects it [P8.10, P7.20]', () => {
  const user = createUser();
  const role = hold(`${DIRECTORY_CALL}/*/role`);
  return withPage(
    async (page) => {
      await chooseOption(page, `Role of ${user.email}`, 'Admin');
      const select = findRow(page, user.email).getByRole('combobox');
      await select.filter({ hasText: 'Admin' }).waitFor();
      role.release();
      await toast(page, GENERIC_FAILURE).waitFor();
      await select.filter({ hasText: 'User' }).waitFor();
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithUsers(page, [user]);
        await answerWith(page, `${DIRECTORY_CALL}/*/role`, { status: 500 });
        await role.arrange(page);
      },
      expectedErrors: [/500/],
    },
  );
});

test('Revoke asks first, then ends access [P2.32, P6.8, P7.4, P7.9, P8.14]', () =>
  withPage(async (page) => {
    const account = await signIn(newEmail());
    await callApi('GET', '/api/auth/user', { as: account });
    await page.reload();
    await search(page, account.email);
    await page.getByRole('button', { name: `Revoke ${account.email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke access?' });
    await dialog.getByText(`${account.email} will be signed out`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await findRow(page, account.email).waitFor();

    await page.getByRole('button', { name: `Revoke ${account.email}` }).click();
    const sent = page.waitForRequest(`**${DIRECTORY_CALL}/${account.uid}`);
    const readAgain = page.waitForRequest(`**${DIRECTORY_CALL}`);
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    expect((await sent).method()).toBe('DELETE');
    await toast(page, 'User access revoked successfully').waitFor();
    await readAgain;
    await findRow(page, account.email).waitFor({ state: 'detached' });
    expect(await callApi('GET', '/api/auth/user', { as: account })).toMatchObject({
      status: 403,
      body: { banned: true },
    });
  }, asAdmin));

test('removes a row at once and restores it when the server rejects the revocation [P8.10]', () => {
  const user = createUser();
  const revocation = hold(`${DIRECTORY_CALL}/*`);
  return withPage(
    async (page) => {
      await page.getByRole('button', { name: `Revoke ${user.email}` }).click();
      await page.getByRole('button', { name: 'Revoke access' }).click();
      await findRow(page, user.email).waitFor({ state: 'detached' });
      revocation.release();
      await toast(page, GENERIC_FAILURE).waitFor();
      await findRow(page, user.email).waitFor();
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithUsers(page, [user, createUser()]);
        await answerWith(page, `${DIRECTORY_CALL}/*`, { status: 500 });
        await revocation.arrange(page);
      },
      expectedErrors: [/500/],
    },
  );
});

test("disables an admin's own controls, with the reason [D-identity-and-access.10]", () =>
  withPage(async (page) => {
    const row = findRow(page, 'admin@studio.example');
    await row.waitFor();
    expect(await row.getByRole('combobox').getAttribute('aria-disabled')).toBe('true');
    expect(await row.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    expect(await row.getByTitle('You cannot change your own role.').count()).toBe(1);
    expect(await row.getByTitle('You cannot revoke your own access.').count()).toBe(1);
  }, asAdmin));

test("shows the server's own reason [D-identity-and-access.10]", () => {
  const last = createUser({ role: 'admin' });
  const reason = 'This is the last admin. Make someone else an admin first.';
  return withPage(
    async (page) => {
      await chooseOption(page, `Role of ${last.email}`, 'User');
      await toast(page, reason).waitFor();
      expect(await findRow(page, last.email).getByRole('combobox').textContent()).toBe('Admin');
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithUsers(page, [last]);
        await answerWith(page, `${DIRECTORY_CALL}/*/role`, {
          status: 409,
          json: { error: reason, code: 'conflict', requestId: 'r' },
        });
      },
      expectedErrors: [/409/],
    },
  );
});
