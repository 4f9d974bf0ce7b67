import { expect, it } from 'vitest';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { ISSUE_CASES } from './issue-cases.ts';

const sandbox = await startSandbox();

it.each(ISSUE_CASES)('$provider $name', async ({ provider, check }) => {
  await expect(check(sandbox.accessOf(provider))).resolves.toBeUndefined();
});
