import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { answerError } from './answer-error.ts';

async function answer(error: Error) {
  const app = new Hono().onError(answerError);
  app.get('/', () => {
    throw error;
  });
  const response = await app.request('/');
  return [response.status, response.headers.get('retry-after'), await response.json()];
}

it('says that the portal is busy if a transaction had to wait too long, and nothing of other errors', async () => {
  const contended = Object.assign(new Error('10 ABORTED: Transaction lock timeout.'), { code: 10 });
  expect(await answer(contended)).toMatchObject([
    503,
    '5',
    { code: 'unavailable', error: 'The portal is busy. Try again in a few seconds.' },
  ]);
  expect(await answer(new Error('secret'))).toMatchObject([
    500,
    null,
    { code: 'internal', error: 'Something went wrong on our side.' },
  ]);
});
