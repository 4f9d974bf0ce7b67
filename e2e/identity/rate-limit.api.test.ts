import { expect, it } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';

const MAX_REQUESTS = 2000;
/** One after another would be too slow on a busy machine. */
const AT_ONCE = 10;

const ask = (as: Account) => callApi('GET', '/api/auth/user', { as });

async function callUntilLimited(as: Account) {
  for (let requests = 0; requests < MAX_REQUESTS; requests += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(as)));
    const refused = answers.find(({ status }) => status !== 200);
    if (refused) return refused;
  }
  throw new Error('No request was rate limited.');
}

it('limits only the caller with too many requests, but not its images [D-answers-and-errors-of-the-api.3]', async () => {
  const [caller, other] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  const refused = await callUntilLimited(caller);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused.body).toMatchObject({
    code: 'rate-limited',
    error: 'Too many requests. Wait a moment and try again.',
    requestId: expect.any(String),
  });
  const thumbnail = '/api/image-generator/batches/none/images/0/thumbnail';
  expect((await callApi('GET', thumbnail, { as: caller })).status).toBe(404);
  expect((await ask(other)).status).toBe(200);
});
