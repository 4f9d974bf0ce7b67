import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SETTINGS_PATH } from '../../features/studio-settings/settings-path.ts';
import { createProblem, createSettings } from '../../features/studio-settings/testing/open-settings.tsx';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart, readLocation } from '../../testing/open-part.tsx';
import { ADMIN_PAGES } from '../registry/admin-pages.ts';
import { AdminLayout } from './admin-layout.tsx';

const PATHS = ['/admin', ...ADMIN_PAGES.map(({ path }) => path)];

/** The layout around a page of each path. */
const Pages = () => (
  <Routes>
    <Route path="/" element={<h1>Home</h1>} />
    <Route path="/admin" element={<AdminLayout />}>
      <Route index element={<h1>An admin page</h1>} />
      <Route path="*" element={<h1>An admin page</h1>} />
    </Route>
  </Routes>
);

const listLinks = () =>
  [...screen.getByRole('complementary').querySelectorAll('a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.getAttribute('aria-current'),
  ]);

test('admin pages have a side panel that names the current one [P2.8, P2.9, P2.10, P2.11, P2.12, D-settled-by-the-acceptance-test.5, D-settled-by-the-acceptance-test.8]', async () => {
  answerByPath(() => undefined);
  const user = openPart(<Pages />, { path: '/admin/user-directory', role: 'admin' });
  expect(screen.getByText('Admin Portal')).toBeDefined();
  expect(screen.getByText('An admin page')).toBeDefined();
  expect(listLinks()).toEqual([
    ['User Directory', '/admin/user-directory', 'page'],
    ['Storage Cleanup', '/admin/cloudinary', null],
    ['Failed Work', '/admin/failed-work', null],
    ['Spend', '/admin/spend', null],
    ['Settings', '/admin/settings', null],
  ]);
  await user.click(screen.getByText('Storage Cleanup'));
  expect(readLocation()).toBe('/admin/cloudinary');
  expect(listLinks().map(([, , current]) => current)).toEqual([null, 'page', null, null, null]);
});

test.each(PATHS)('%s redirects others to / without an admin request [P2.8, P2.24, P6.3, P6.10]', (path) => {
  const requests = answerByPath(() => undefined);
  openPart(<Pages />, { path, role: 'user' });
  expect(readLocation()).toBe('/');
  expect(screen.getByText('Home')).toBeDefined();
  expect(requests).toEqual([]);
});

test('an admin page stays blank until the server has confirmed the role [P2.25]', () => {
  const requests = answerByPath(() => undefined);
  openPart(<Pages />, { path: '/admin/user-directory' });
  expect(readLocation()).toBe('/admin/user-directory');
  expect(screen.queryByText('An admin page')).toBeNull();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(requests).toEqual([]);
});

test.each(ADMIN_PAGES)('$title shows unusable settings above it', async ({ path }) => {
  answerByPath(() => Response.json(createSettings({ problems: [createProblem()] })));
  openPart(<Pages />, { path, role: 'admin' });
  expect(await screen.findByText('settings/budget, monthlyDollars')).toBeDefined();
  const link = screen.queryByText('Open settings');
  expect(link?.getAttribute('href')).toBe(path === SETTINGS_PATH ? undefined : SETTINGS_PATH);
});
