import { expect, test } from 'vitest';
import { allCalls, allFileCalls } from '../support/all-calls.ts';

/** Firestore refuses them as ids of documents: https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields */
const REFUSED_IDS = [
  '.',
  '..',
  'a/b',
  ...Array.from({ length: 61 }, (_, length) => `__${'x'.repeat(length)}__`),
];

/** They become no id: a file is found by comparing names, and the email of a whitelist entry is encoded. */
const NO_IDS = new Set(['fileName', 'DELETE /api/admin/user-directory/users/{uid}']);

const parameters = [...allCalls, ...allFileCalls.map((call) => ({ ...call, method: 'GET' }))].flatMap(
  ({ method, path, params }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ call: `${method} ${path}`, name, params })),
);

test('no path parameter accepts what Firestore refuses as an id', () => {
  expect(parameters.length).toBeGreaterThan(50);
  const accepted = parameters
    .filter(({ call, name }) => !NO_IDS.has(name) && !NO_IDS.has(call))
    .flatMap(({ call, name, params }) =>
      REFUSED_IDS.filter((id) => {
        const { error } = params?.safeParse({ [name]: id }) ?? {};
        return error?.issues.some(({ path }) => path[0] === name) !== true;
      }).map((id) => `${call}: ${name} ${id}`),
    );
  expect(accepted).toEqual([]);
});
