import { expect, test } from 'vitest';
import { readView, writeView } from './use-view.ts';

const read = (query: string) => readView(new URLSearchParams(query));

test.each([
  ['', { sort: 'email', order: 'asc' }],
  ['sort=active', { sort: 'active', order: 'desc' }],
  [
    'role=admin&status=not-allowed&sort=name&order=desc',
    {
      role: 'admin',
      status: 'not-allowed',
      sort: 'name',
      order: 'desc',
    },
  ],
  ['role=owner&status=&sort=age&order=up', { sort: 'email', order: 'asc' }],
])('reads %j', (query, view) => {
  expect(read(query)).toEqual(view);
});

test.each(['', 'sort=active', 'order=desc', 'role=user&status=not-signed-in&sort=active&order=asc'])(
  'writes %j as it was read',
  (query) => {
    expect(new URLSearchParams(writeView(read(query))).toString()).toBe(query);
  },
);
