import { expect, it } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';

/** The brake is each instance's own: one request after the other keeps to one. */
const MOST_REQUESTS = 2000;

const ask = (as: Account) => callApi('GET', '/api/auth/user', { as });

async function askUntilRefused(as: Account) {
  for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
    const answer = await ask(as);
    if (answer.status !== 200) return answer;
  }
  throw new Error('Nobody was ever slowed down.');
}

it('slows down one person who asks too much, says when to come back, and nobody else [D-answers-and-errors-of-the-api.3]', async () => {
  const [hasty, calm] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  const refused = await askUntilRefused(hasty);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused.body).toMatchObject({
    code: 'rate-limited',
    error: 'You are asking faster than the portal can answer. Wait a moment.',
    requestId: expect.any(String),
  });
  expect((await ask(calm)).status).toBe(200);
});

it('counts pictures apart: someone slowed down still gets them', async () => {
  const hasty = await signIn(newEmail());
  expect((await askUntilRefused(hasty)).status).toBe(429);
  const thumbnail = '/api/image-generator/batches/none/images/0/thumbnail';
  expect((await callApi('GET', thumbnail, { as: hasty })).status).toBe(404);
});
