/** Mistakes about who may do and see what. */
import type { Mistake } from './mistake.ts';

export const accessMistakes: readonly Mistake[] = [
  {
    name: 'admin-calls-for-all',
    file: 'functions/src/http/handle-call.ts',
    find: "if (call.audience === 'admin' && caller.role !== 'admin')",
    replace: "if (call.audience === 'admin' && caller.role === undefined)",
    tests: { e2e: ['e2e/identity/audiences.api'], title: 'every admin call' },
  },
  {
    name: 'foreign-batch',
    file: 'functions/src/batches/store/batch-store.ts',
    find: 'if (!isOwn(batch, owner) || (tool',
    replace: 'if (!batch || (tool',
    tests: { e2e: ['e2e/image-generator/access.api'], title: "another person's batch" },
  },
  {
    name: 'foreign-source',
    file: 'functions/src/batches/sources/find-sources.ts',
    find: 'if (isOwn(batch, owner)) return batch;',
    replace: 'if (batch) return batch;',
    tests: { unit: ['functions/src/batches/sources'] },
  },
  {
    name: 'company-suffix',
    file: 'contracts/src/identity.ts',
    find: 'email.endsWith(`@${companyDomain}`)',
    replace: 'email.endsWith(companyDomain)',
    tests: { unit: ['web/src/shared/session/gate'] },
  },
  {
    name: 'ban-ignored',
    file: 'functions/src/identity/decide-access.ts',
    find: "if (isBanned) return 'banned';",
    replace: '',
    // Without a record, the transaction that creates one refuses too.
    tests: { unit: ['functions/src/identity/access'] },
  },
  {
    name: 'account-kept',
    file: 'functions/src/directory/revoke.ts',
    find: 'await auth.deleteUser(account.uid);',
    replace: '',
    tests: { e2e: ['e2e/identity/access.api'], title: 'bans a revoked account' },
  },
  {
    name: 'unverified-email',
    file: 'functions/src/identity/decide-access.ts',
    find: "return isEmailVerified ? 'allowed' : 'not-verified';",
    replace: "return 'allowed';",
    tests: { e2e: ['e2e/identity/access.api'], title: 'has not verified' },
  },
  {
    name: 'rate-limit',
    file: 'functions/src/http/limit-rate.ts',
    find: 'const isAllowed = tokens >= 1;',
    replace: 'const isAllowed = tokens >= 0;',
    tests: { unit: ['functions/src/http/limit-rate'] },
  },
  {
    name: 'last-admin',
    file: 'functions/src/directory/guard-admins.ts',
    find: 'admins.size < 2',
    replace: 'admins.size < 1',
    tests: { unit: ['functions/src/directory/guard-admins'] },
  },
];
