import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

const errors: string[] = [];

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    errors.push(format(...parts));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(errors, 'console.error was called').toEqual([]);
});
