/** Ways to break the product, each with the tests that have to notice it. */
import { accessMistakes } from './access-mistakes.ts';
import type { Mistake } from './mistake.ts';

const TOASTER = 'web/src/shared/toast/toaster.tsx';
const TOAST_STORE = 'web/src/shared/toast/toast-store.ts';
const DIRECTORY = 'functions/src/directory/read-directory.ts';

export const mistakes: readonly Mistake[] = [
  // These survived the tests in an audit.
  {
    name: 'toast-duration',
    file: TOASTER,
    find: 'const SHOWN_FOR_MS = 5000;',
    replace: 'const SHOWN_FOR_MS = 60_000;',
    tests: { e2e: ['e2e/shell/toast.spec'], title: 'places toasts' },
  },
  {
    name: 'toast-removal',
    file: TOAST_STORE,
    find: 'setTimeout(() => current?.id === id && update(undefined), REMOVE_AFTER_MS);',
    replace: 'void REMOVE_AFTER_MS;',
    tests: { unit: ['web/src/shared/toast'] },
  },
  {
    name: 'toast-swipe',
    file: TOASTER,
    find: 'const SWIPE_PX = 50;',
    replace: 'const SWIPE_PX = 58;',
    tests: { e2e: ['e2e/shell/toast.spec'], title: 'places toasts' },
  },
  {
    name: 'toast-top-breakpoint',
    file: TOASTER,
    find: "inset: { xs: '0 0 auto 0', sm: 'auto 0 0 auto' }",
    replace: "inset: { xs: '0 0 auto 0', md: 'auto 0 0 auto' }",
    tests: { e2e: ['e2e/shell/toast.spec'], title: 'places toasts' },
  },
  {
    name: 'toast-width-breakpoint',
    file: TOASTER,
    find: "'@media (min-width: 768px)': { maxWidth: 420 }",
    replace: "'@media (min-width: 600px)': { maxWidth: 420 }",
    tests: { e2e: ['e2e/shell/toast.spec'], title: 'places toasts' },
  },
  {
    name: 'storage-poll',
    file: 'web/src/features/storage-cleanup/storage-query.ts',
    find: 'const IDLE_MS = 30_000;',
    replace: 'const IDLE_MS = 29_000;',
    tests: { unit: ['web/src/features/storage-cleanup'] },
  },
  {
    name: 'directory-photo',
    file: DIRECTORY,
    find: 'photoURL: account.photoURL ?? null,',
    replace: 'photoURL: null,',
    tests: { e2e: ['e2e/identity/directory.api'], title: 'lists a signed-up account' },
  },
  {
    name: 'firebase-available',
    file: DIRECTORY,
    find: 'firebaseAvailable: accounts !== undefined',
    replace: 'firebaseAvailable: true',
    tests: { unit: ['functions/src/directory/read-directory'] },
  },
  {
    name: 'batch-name-not-sent',
    file: 'web/src/shared/uploads/upload-session.ts',
    find: 'options: { batchName, ...options }',
    replace: 'options: { ...options }',
    tests: { unit: ['web/src/features/upscale/form'] },
  },
  {
    name: 'batch-name-ignored',
    file: 'functions/src/batches/api/handle-upload-call.ts',
    find: 'name: batchName ?? nameByTime(',
    replace: 'name: nameByTime(',
    tests: {
      e2e: ['e2e/uploads/batches.api', 'e2e/keyword-generator/batches.api'],
      title: 'newest first, with exactly|from a form and from JSON',
    },
  },
  {
    name: 'foreign-request',
    file: 'web/src/app/render-app.tsx',
    find: "const root = document.getElementById('root');",
    replace:
      "new Image().src = 'https://lh3.googleusercontent.com/beacon'; const root = document.getElementById('root');",
    tests: { e2e: ['e2e/shell/routes.spec'], title: 'reach no other host' },
  },

  ...accessMistakes,

  // Money.
  {
    name: 'quantity-limit',
    file: 'contracts/src/generation-request.ts',
    find: 'MAX_IMAGES = 100;',
    replace: 'MAX_IMAGES = 101;',
    tests: { e2e: ['e2e/image-generator/validation.api'], title: 'Maximum is 100 images' },
  },
  {
    name: 'upload-limit',
    file: 'contracts/src/uploads.ts',
    find: 'maxBytes: 10 * MEGABYTE,',
    replace: 'maxBytes: 10 * MEGABYTE + 1,',
    tests: { unit: ['web/src/shared/uploads/check-files'] },
  },
  {
    name: 'vaguest-price',
    file: 'contracts/src/pricing.ts',
    find: 'other.agreeing - one.agreeing',
    replace: 'one.agreeing - other.agreeing',
    tests: { e2e: ['e2e/image-generator/pricing.api'], title: 'uses the entry that matches' },
  },
  {
    name: 'google-limit',
    file: 'functions/src/providers/google-allowance.ts',
    find: 'if (used + count > limit)',
    replace: 'if (used + count > limit + 1)',
    tests: { e2e: ['e2e/image-generator/google-allowance.api'], title: 'over the limit' },
  },
  {
    name: 'idempotency-key-shared',
    file: 'functions/src/batches/engine/create-batch.ts',
    find: 'hash(`${owner} ${idempotencyKey}`)',
    replace: 'hash(idempotencyKey)',
    tests: {
      e2e: ['e2e/image-generator/idempotency.api'],
      title: 'keeps the keys of different people apart',
    },
  },
  {
    name: 'paid-twice',
    file: 'functions/src/providers/provider-answer.ts',
    find: "reason: 'The provider did not answer in time. You may have been charged.',",
    replace:
      "reason: 'The provider did not answer in time. You may have been charged.', ...{ retry: true, charged: false },",
    tests: { e2e: ['e2e/engine/faults.api'], title: 'any fault with any tool' },
  },

  // Retries and caching.
  {
    name: 'fourth-attempt',
    file: 'contracts/src/batches.ts',
    find: 'MAX_ATTEMPTS = 3',
    replace: 'MAX_ATTEMPTS = 4',
    tests: { unit: ['functions/src/batches/engine/attempts'] },
  },
  {
    name: 'no-back-off',
    file: 'functions/src/batches/engine/conclude-attempt.ts',
    find: 'retryAfterMs * 2 ** (attempts - 1)',
    replace: 'retryAfterMs',
    tests: { unit: ['functions/src/batches/engine/attempts'] },
  },
  {
    name: 'lease-margin',
    file: 'functions/src/platform/task-times.ts',
    find: 'const LEASE_MARGIN = 1.2;',
    replace: 'const LEASE_MARGIN = 0.9;',
    tests: { unit: ['functions/src/platform/task-times'] },
  },
  {
    name: 'lease-ignored',
    file: 'functions/src/batches/engine/job.ts',
    find: "if (availableAt.toMillis() > now) return { kind: 'later', at: availableAt.toDate() };",
    replace: '',
    tests: { unit: ['functions/src/batches/engine/job'] },
  },
  {
    name: 'reserve-kept',
    file: 'functions/src/batches/engine/settle-item.ts',
    find: '  releaseReserve(firestore, writer, batch, item, cost, {',
    replace: '  releaseReserve(firestore, writer, batch, { ...item, spendMonth: null }, cost, {',
    tests: { unit: ['functions/src/batches/engine/job'] },
  },
  {
    name: 'settled-twice',
    file: 'functions/src/batches/store/item-snapshot.ts',
    find: '  if (!item.record.isOpen) return false;',
    replace: '',
    tests: { unit: ['functions/src/batches/engine/job'] },
  },
  {
    name: 'cleanup-overwrites-progress',
    file: 'functions/src/cleanup/cleanup-store.ts',
    find: ', { lastUpdateTime: run.version }',
    replace: '',
    tests: { unit: ['functions/src/cleanup/clean-pages'] },
  },
  {
    name: 'images-cached-for-all',
    file: 'functions/src/batches/api/stream-image.ts',
    find: "'private, max-age=259200, immutable'",
    replace: "'public, max-age=259200, immutable'",
    tests: { e2e: ['e2e/image-generator/images.api'], title: 'streams an image to its owner' },
  },
  {
    name: 'never-unchanged',
    file: 'functions/src/http/answer-versioned.ts',
    find: 'await read(known)',
    replace: 'await read(undefined)',
    tests: { e2e: ['e2e/image-generator/list.api'], title: 'changes the ETag with every batch change' },
  },
  {
    name: 'price-poll',
    file: 'web/src/shared/generation/form-queries.ts',
    find: 'refetchInterval: HOUR,',
    replace: 'refetchInterval: HOUR - 1000,',
    tests: { unit: ['web/src/features/image-generator/form/estimate'] },
  },
  {
    name: 'batch-poll',
    file: 'web/src/shared/batches/poll-batches.ts',
    find: 'const BUSY_MS = 800;',
    replace: 'const BUSY_MS = 810;',
    tests: { unit: ['web/src/features/image-generator/history/polling'] },
  },
  {
    name: 'csv-formulas',
    file: 'contracts/src/write-csv.ts',
    find: 'cell.replaceAll(FORMULA_START, "$&\'")',
    replace: 'cell.replaceAll(FORMULA_START, "$&")',
    tests: { unit: ['web/src/shared/csv'] },
  },
  {
    name: 'retention',
    file: 'functions/src/cleanup/choose-resources.ts',
    find: 'cutoff.toMillis() - RETENTION_MS;',
    replace: 'cutoff.toMillis() - 2 * RETENTION_MS;',
    tests: { unit: ['functions/src/cleanup/choose-resources'] },
  },
];
