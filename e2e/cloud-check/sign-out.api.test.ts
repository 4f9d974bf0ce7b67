import { setTimeout as sleep } from 'node:timers/promises';
import { getUserInfo } from '@portal/contracts/identity';
import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { runCloudScript } from './run-cloud-script.ts';

const run = async (...args: string[]) =>
  (await runCloudScript('sign-out.ts', ['--project', config.projectId, ...args])).output.trim();
const ask = async (as: Account) => (await callApi('GET', getUserInfo.path, { as })).status;

test("ends a person's sessions within seconds, and nobody else's", async () => {
  const person = await signIn(newEmail());
  const colleague = await signIn(newEmail());
  expect(await ask(person)).toBe(200);
  // Sessions are compared by the second.
  await sleep(1100);
  expect(await run('--everyone')).toMatch(/^Accounts to sign out: \d+\./);
  expect(await run('--email', person.email, '--yes')).toBe('Accounts signed out: 1');
  await expect.poll(() => ask(person)).toBe(401);
  expect(await ask(colleague)).toBe(200);
  expect(await ask(await signIn(person.email))).toBe(200);
});

test('requires a person or everyone to sign out', async () => {
  expect(await run('--yes')).toContain('Usage');
});
