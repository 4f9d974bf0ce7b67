import { expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
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
import { eventually } from '../support/generator-page.ts';
import { answerWith, hold } from '../support/routes.ts';

const asAdmin = { as: 'admin', path: DIRECTORY_PAGE } as const;

/** An account that the directory lists. */
async function createAccount(): Promise<Account> {
  const account = await signIn(newEmail());
  await callApi('GET', '/api/auth/user', { as: account });
  return account;
}

test('changes roles and ends access, but not of the admin themselves [P2.31, P2.32, P4.18, P6.5, P6.8, P7.4, P7.5, P7.9, P8.14, D-identity-and-access.10]', async () => {
  const [promoted, revoked] = [await createAccount(), await createAccount()];
  await withPage(async (page) => {
    const own = findRow(page, 'admin@studio.example');
    await search(page, 'admin@studio.example');
    await own.waitFor();
    expect(await own.getByRole('combobox').getAttribute('aria-disabled')).toBe('true');
    expect(await own.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    expect(await own.getByTitle('You cannot change your own role.').count()).toBe(1);
    expect(await own.getByTitle('You cannot revoke your own access.').count()).toBe(1);

    await search(page, promoted.email);
    const select = findRow(page, promoted.email).getByRole('combobox');
    await select.click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['User', 'Admin']);
    const changed = page.waitForRequest(`**${DIRECTORY_CALL}/${promoted.uid}/role`);
    const readAfterChange = page.waitForRequest(`**${DIRECTORY_CALL}`);
    await page.getByRole('option', { name: 'Admin' }).click();
    expect((await changed).method()).toBe('PATCH');
    expect((await changed).postDataJSON()).toEqual({ role: 'admin' });
    await toast(page, 'User role updated successfully').waitFor();
    await readAfterChange;
    expect(await select.textContent()).toBe('Admin');
    expect((await callApi('GET', '/api/auth/user', { as: promoted })).body).toEqual({
      role: 'admin',
      isAdmin: true,
    });

    await search(page, revoked.email);
    const revoke = page.getByRole('button', { name: `Revoke ${revoked.email}` });
    const dialog = page.getByRole('dialog', { name: 'Revoke access?' });
    await revoke.click();
    await dialog.getByText(`${revoked.email} will be signed out`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await findRow(page, revoked.email).waitFor();
    await revoke.click();
    const sent = page.waitForRequest(`**${DIRECTORY_CALL}/${revoked.uid}`);
    const readAfterRevocation = page.waitForRequest(`**${DIRECTORY_CALL}`);
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    expect((await sent).method()).toBe('DELETE');
    await toast(page, 'User access revoked successfully').waitFor();
    await readAfterRevocation;
    await findRow(page, revoked.email).waitFor({ state: 'detached' });
    expect(await callApi('GET', '/api/auth/user', { as: revoked })).toMatchObject({
      status: 403,
      body: { banned: true },
    });
  }, asAdmin);
});

test('applies a change at once, and rolls back what the server rejects [P4.19, P5.7, P7.20, P8.10, D-identity-and-access.10]', () => {
  const [first, second, other] = [createUser(), createUser(), createUser()];
  const guest = createUser({ source: 'whitelist-only' });
  const lastAdmin = createUser({ role: 'admin' });
  const users = [first, second, other, guest, lastAdmin];
  const ROLE_CALL = `${DIRECTORY_CALL}/*/role`;
  const USER_CALL = `${DIRECTORY_CALL}/*`;
  const role = hold(ROLE_CALL);
  const revocation = hold(USER_CALL);
  return withPage(
    async (page) => {
      const findSelect = ({ email }: { email: string }) => findRow(page, email).getByRole('combobox');
      const readDisabled = () =>
        Promise.all(users.map((user) => findSelect(user).getAttribute('aria-disabled')));
      await findRow(page, guest.email).waitFor();
      expect(await readDisabled()).toEqual([null, null, null, 'true', null]);

      for (const user of [first, second]) {
        await chooseOption(page, `Role of ${user.email}`, 'Admin');
        await findSelect(user).filter({ hasText: 'Admin' }).waitFor();
      }
      expect(await readDisabled()).toEqual(['true', 'true', null, 'true', null]);
      role.release();
      await toast(page, GENERIC_FAILURE).waitFor();
      for (const user of [first, second]) await findSelect(user).filter({ hasText: 'User' }).waitFor();
      await eventually(readDisabled).toEqual([null, null, null, 'true', null]);

      // A conflict has a reason of its own.
      const reason = 'This is the last admin. Make someone else an admin first.';
      const json = { error: reason, code: 'conflict', requestId: 'r' };
      await answerWith(page, ROLE_CALL, { status: 409, json });
      await chooseOption(page, `Role of ${lastAdmin.email}`, 'User');
      await toast(page, reason).waitFor();
      expect(await findSelect(lastAdmin).textContent()).toBe('Admin');

      await page.getByRole('button', { name: `Revoke ${first.email}` }).click();
      await page.getByRole('button', { name: 'Revoke access' }).click();
      await findRow(page, first.email).waitFor({ state: 'detached' });
      revocation.release();
      await toast(page, GENERIC_FAILURE).waitFor();
      await findRow(page, first.email).waitFor();
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithUsers(page, users);
        await answerWith(page, ROLE_CALL, { status: 500 });
        await role.arrange(page);
        await answerWith(page, USER_CALL, { status: 500 });
        await revocation.arrange(page);
      },
      expectedErrors: [/500|409/],
    },
  );
});
