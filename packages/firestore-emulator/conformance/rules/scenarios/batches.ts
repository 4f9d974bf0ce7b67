/** Several writes in one commit. */
import type { Scenario } from '../scenario.ts';

export const batches: readonly Scenario[] = [
  {
    title: 'a batch is allowed when each of its writes is',
    rules: `match /a/{id} { allow create: if request.resource.data.ok; allow update: if resource.data.ok && request.resource.data.ok; allow delete; }
      match /b/{id} { allow write: if false; }`,
    documents: { 'a/old': { ok: true }, 'a/bad': { ok: false } },
    requests: [
      {
        title: 'two allowed writes',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { create: 'a/y', fields: { ok: true } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'a good one and a bad one',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { create: 'a/y', fields: { ok: false } },
          ],
        },
        decision: 'deny',
      },
      {
        title: 'a good one and one elsewhere',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { create: 'b/y', fields: {} },
          ],
        },
        decision: 'deny',
      },
      {
        title: 'a create, an update and a delete',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { update: 'a/old', fields: { ok: true } },
            { delete: 'a/bad' },
          ],
        },
        decision: 'allow',
      },
      { title: 'nothing', request: { write: [] }, decision: 'allow' },
    ],
  },
  {
    title: 'several writes to one document count as one',
    rules: `match /a/{id} { allow create: if request.resource.data.n == 2; allow update: if resource.data.n == 1; }
      match /created/{id} { allow create; }
      match /updated/{id} { allow update; }
      match /deleted/{id} { allow delete; }
      match /seen/{id} { allow create; allow update: if resource.data.n == 1; }`,
    documents: { 'a/old': { n: 1 }, 'updated/old': { n: 1 }, 'deleted/old': {} },
    requests: [
      {
        title: 'two sets of a new document, where only create is allowed',
        request: {
          write: [
            { set: 'created/x', fields: { n: 1 } },
            { set: 'created/x', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'two sets of an old document',
        request: {
          write: [
            { set: 'updated/old', fields: { n: 1 } },
            { set: 'updated/old', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'the last one counts',
        request: {
          write: [
            { set: 'a/x', fields: { n: 1 } },
            { set: 'a/x', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'the first one does not exist',
        request: {
          write: [
            { set: 'a/x', fields: { n: 2 } },
            { set: 'a/x', fields: { n: 1 } },
          ],
        },
        decision: 'deny',
      },
      {
        title: 'create then delete, where only create is allowed',
        request: { write: [{ set: 'created/x', fields: {} }, { delete: 'created/x' }] },
        decision: 'deny',
      },
      {
        title: 'create then delete, where only delete is allowed',
        request: { write: [{ set: 'deleted/x', fields: {} }, { delete: 'deleted/x' }] },
        decision: 'allow',
      },
      {
        title: 'delete then create, where only create is allowed',
        request: { write: [{ delete: 'created/x' }, { set: 'created/x', fields: {} }] },
        decision: 'allow',
      },
      {
        title: 'delete then create, where only update is allowed',
        request: { write: [{ delete: 'updated/old' }, { set: 'updated/old', fields: {} }] },
        decision: 'allow',
      },
      {
        title: 'the second sees the first',
        request: {
          write: [
            { set: 'seen/x', fields: { n: 1 } },
            { set: 'seen/x', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
    ],
  },
];
