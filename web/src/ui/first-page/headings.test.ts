import { expect, onTestFinished, test, vi } from 'vitest';
import { stubStorage } from '../../testing/stub-storage.ts';
import { rememberHeading } from './headings.ts';

stubStorage();

function visit(pathname: string, title: string, subtitle?: string, search = ''): void {
  vi.stubGlobal('location', { pathname, search });
  rememberHeading(title, subtitle);
}
const read = (): unknown => JSON.parse(localStorage.getItem('headings') ?? '{}');

test('remembers the headings of pages, the latest of each', () => {
  visit('/', 'Hello');
  visit('/tools/upscale', 'Upscale', 'Make pictures larger');
  visit('/tools/upscale', 'Upscale', 'Enlarge pictures');
  visit('/jobs/new', 'New job');
  visit('/', 'Hello, Ada');
  expect(read()).toEqual({
    '/': { title: 'Hello, Ada' },
    '/tools/upscale': { title: 'Upscale', subtitle: 'Enlarge pictures' },
    '/jobs/new': { title: 'New job' },
  });
});

test.each(['/library', '/jobs'])('remembers %s', (path) => {
  visit(path, 'A page');
  expect(read()).toEqual({ [path]: { title: 'A page' } });
});

test.each([
  ['/admin/users', ''],
  ['/jobs/one', ''],
  ['/library/one', ''],
  ['/tools/upscale', '?gallery=one'],
])('does not remember %s%s', (path, search) => {
  visit(path, 'A page', undefined, search);
  expect(read()).toEqual({});
});

test('writes nothing that is known, and works without storage', () => {
  visit('/', 'Hello', 'You');
  const setItem = vi.fn<() => void>(() => {
    throw new Error('Blocked.');
  });
  vi.spyOn(localStorage, 'setItem').mockImplementation(setItem);
  onTestFinished(() => void vi.unstubAllGlobals());
  visit('/', 'Hello', 'You');
  expect(setItem).not.toHaveBeenCalled();
  visit('/', 'Hello', 'All');
  visit('/', 'Bye', 'You');
  expect(setItem).toHaveBeenCalledTimes(2);
});
