import type { Page } from 'playwright-core';
import type { Person } from '../support/sessions.ts';
import { API_MANAGEMENT_SHOTS } from './api-management-shots.ts';
import { makeDeliveryShots } from './delivery-shots.ts';
import { GENERATOR_SHOTS } from './generator-shots.ts';
import { JOB_SHOTS } from './job-shots.ts';
import { KEYWORD_SHOTS } from './keyword-shots.ts';
import { makeLibraryShots } from './library-shots.ts';
import { STORAGE_SHOTS } from './storage-shots.ts';
import { STYLIZER_SHOTS } from './stylizer-shots.ts';
import { UPSCALE_SHOTS } from './upscale-shots.ts';
import {
  answerWithUsers,
  createUser,
  DIRECTORY_PAGE,
  findRow,
  GENERIC_FAILURE,
  pressAdd,
  toast,
} from '../support/directory.ts';

/** The date of all screenshots. */
export const NOW = new Date('2026-11-21T12:00:00Z');

export interface Shot {
  name: string;
  path: string;
  as?: Person;
  prepare: (page: Page) => Promise<unknown>;
}

const users = [
  createUser({
    email: 'admin@studio.example',
    displayName: 'Ada Admin',
    role: 'admin',
    lastActiveAt: '2026-11-21T11:59:40Z',
  }),
  createUser({
    email: 'artist@studio.example',
    displayName: 'Arthur Artist',
    lastActiveAt: '2026-11-21T11:15:00Z',
  }),
  createUser({
    email: 'beatrice.van-den-heuvel-castellanos@studio.example',
    displayName: 'Beatrice van den Heuvel Castellanos',
    role: 'admin',
    lastActiveAt: '2026-11-20T16:30:00Z',
  }),
  createUser({
    email: 'guest@elsewhere.example',
    displayName: null,
    source: 'whitelist-only',
    emailVerified: false,
  }),
  createUser({
    email: 'olga@elsewhere.example',
    displayName: 'Olga Outsider',
    access: 'banned',
    isWhitelisted: false,
    metadata: { lastSignInTime: '2026-11-02T09:00:00Z' },
  }),
  createUser({
    email: 'partner@agency.example',
    displayName: 'Paula Partner',
    lastActiveAt: '2026-11-18T09:00:00Z',
  }),
];

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const openDirectory = async (page: Page) => {
  await answerWithUsers(page, users);
  await page.reload();
  await findRow(page, 'partner@').waitFor();
};

export const SHOTS: readonly Shot[] = [
  {
    name: 'sign-in',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: 'artist@studio.example' }).waitFor(),
  },
  {
    name: 'sign-in-refused',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'outsider@elsewhere.example' }).click();
      await page.getByRole('alert').waitFor();
      await page.mouse.move(0, 0);
    },
  },
  { name: 'not-found', path: '/nowhere', prepare: (page) => heading(page, 'Page Not Found') },
  ...makeLibraryShots(NOW),
  {
    name: 'account-menu',
    path: '/',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('link', { name: 'Admin Portal' }).waitFor();
    },
  },
  {
    name: 'preferences',
    path: '/',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('button', { name: 'Preferences' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'palette',
    path: '/',
    as: 'admin',
    prepare: async (page) => {
      await heading(page, 'Welcome to the product');
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'User Directory' }).waitFor();
    },
  },
  ...GENERATOR_SHOTS,
  ...UPSCALE_SHOTS,
  ...STYLIZER_SHOTS,
  ...KEYWORD_SHOTS,
  ...API_MANAGEMENT_SHOTS,
  ...JOB_SHOTS,
  { name: 'user-directory', path: DIRECTORY_PAGE, as: 'admin', prepare: openDirectory },
  {
    name: 'user-directory-toast',
    path: DIRECTORY_PAGE,
    as: 'admin',
    prepare: async (page) => {
      await openDirectory(page);
      await pressAdd(page);
      await toast(page, GENERIC_FAILURE).waitFor();
    },
  },
  {
    name: 'user-directory-revoke',
    path: DIRECTORY_PAGE,
    as: 'admin',
    prepare: async (page) => {
      await openDirectory(page);
      await page.getByRole('button', { name: 'Revoke artist@studio.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'user-directory-invite',
    path: DIRECTORY_PAGE,
    as: 'admin',
    prepare: async (page) => {
      await openDirectory(page);
      await page.getByRole('button', { name: 'Invite guest@elsewhere.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'user-directory-empty',
    path: DIRECTORY_PAGE,
    as: 'admin',
    prepare: async (page) => {
      await answerWithUsers(page, []);
      await page.reload();
      await page.getByText('No users have signed up yet').waitFor();
    },
  },
  ...STORAGE_SHOTS,
  ...makeDeliveryShots(NOW),
];
