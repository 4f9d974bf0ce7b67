import { expect, it } from 'vitest';
import { answersInTime } from './answers-in-time.ts';

it('whoever answers, in time, answers', async () => {
  expect(await answersInTime('sign-in service', async () => 'nothing is there')).toBe(true);
});

it('who fails, or says nothing for too long, does not', async () => {
  expect(await answersInTime('media service', () => Promise.reject(new Error('503')))).toBe(false);
  expect(await answersInTime('database', () => new Promise(() => undefined), 20)).toBe(false);
});
