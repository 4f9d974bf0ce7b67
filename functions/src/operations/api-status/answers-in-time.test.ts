import { expect, it } from 'vitest';
import { answersInTime } from './answers-in-time.ts';

it('is true for an answer in time', async () => {
  expect(await answersInTime('sign-in service', async () => 'nothing is there')).toBe(true);
});

it('is false after a failure or a timeout', async () => {
  expect(await answersInTime('media service', () => Promise.reject(new Error('503')))).toBe(false);
  expect(await answersInTime('database', () => new Promise(() => undefined), 20)).toBe(false);
});
