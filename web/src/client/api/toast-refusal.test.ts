import { expect, test } from 'vitest';
import { readToast } from '../toast/toast-store.ts';
import { ApiFailure } from './api-failure.ts';
import { toastRefusal } from './toast-refusal.ts';

const REASON = 'The batch is still running.';
const GENERIC = 'A problem occurred, please try again.';

test.each([
  ['a conflict in the words of the server', new ApiFailure(409, 'Conflict', { reason: REASON }), REASON],
  ['a conflict without words in general ones', new ApiFailure(409, 'Conflict'), GENERIC],
  ['any other failure in general words', new ApiFailure(500, 'Failed', { reason: REASON }), GENERIC],
])('describes %s [P8.10, D-settled-by-the-acceptance-test.3]', (_name, error, description) => {
  toastRefusal(error);
  expect(readToast()).toMatchObject({ title: 'Error', description, isDestructive: true });
});
