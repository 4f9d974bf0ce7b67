/** request.resource with transforms, values of every type and server timestamps. */
import type { Scenario } from '../scenario.ts';
import { double } from '../values.ts';

export const writtenValues: readonly Scenario[] = [
  {
    title: 'request.resource includes the results of transforms',
    rules: `match /time/{id} { allow write: if request.resource.data.at == request.time; }
      match /sum/{id} { allow write: if request.resource.data.n == 5; }
      match /kind/{id} { allow write: if request.resource.data.n is int; }
      match /list/{id} { allow write: if request.resource.data.list == [1, 2, 3]; }
      match /short/{id} { allow write: if request.resource.data.list == [1]; }
      match /larger/{id} { allow write: if request.resource.data.n == 9; }`,
    documents: {
      'time/x': { a: 1 },
      'sum/x': { n: 2 },
      'kind/x': { n: 2 },
      'list/x': { list: [1, 2] },
      'short/x': { list: [1, 2, 2] },
      'larger/x': { n: 7 },
    },
    requests: [
      {
        title: 'server time in a new document',
        request: { write: { create: 'time/y', fields: {}, transforms: { at: 'server time' } } },
        decision: 'allow',
      },
      {
        title: 'server time in an old document',
        request: { write: { update: 'time/x', fields: {}, mask: [], transforms: { at: 'server time' } } },
        decision: 'allow',
      },
      {
        title: "the caller's own time",
        request: { write: { create: 'time/y', fields: { at: new Date() } } },
        decision: 'deny',
      },
      {
        title: 'an increment',
        request: { write: { update: 'sum/x', fields: {}, mask: [], transforms: { n: { increment: 3 } } } },
        decision: 'allow',
      },
      {
        title: 'an increment by a double',
        request: {
          write: { update: 'sum/x', fields: {}, mask: [], transforms: { n: { increment: double(3) } } },
        },
        decision: 'allow',
      },
      {
        title: 'another increment',
        request: { write: { update: 'sum/x', fields: {}, mask: [], transforms: { n: { increment: 4 } } } },
        decision: 'deny',
      },
      {
        title: 'an increment of a missing field',
        request: { write: { create: 'sum/y', fields: {}, transforms: { n: { increment: 5 } } } },
        decision: 'allow',
      },
      {
        title: 'an increment stays an integer',
        request: { write: { update: 'kind/x', fields: {}, mask: [], transforms: { n: { increment: 3 } } } },
        decision: 'allow',
      },
      {
        title: 'an increment by a double makes a double',
        request: { write: { update: 'kind/x', fields: {}, mask: [], transforms: { n: { increment: 0.5 } } } },
        decision: 'deny',
      },
      {
        title: 'an array union',
        request: {
          write: { update: 'list/x', fields: {}, mask: [], transforms: { list: { union: [2, 3] } } },
        },
        decision: 'allow',
      },
      {
        title: 'an array union of nothing new',
        request: { write: { update: 'list/x', fields: {}, mask: [], transforms: { list: { union: [2] } } } },
        decision: 'deny',
      },
      {
        title: 'an array removal',
        request: {
          write: { update: 'short/x', fields: {}, mask: [], transforms: { list: { remove: [2] } } },
        },
        decision: 'allow',
      },
      {
        title: 'a maximum',
        request: { write: { update: 'larger/x', fields: {}, mask: [], transforms: { n: { maximum: 9 } } } },
        decision: 'allow',
      },
      {
        title: 'a maximum below',
        request: { write: { update: 'larger/x', fields: {}, mask: [], transforms: { n: { maximum: 3 } } } },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'every value arrives in request.resource with its type',
    rules: `match /a/{id} { allow create: if
        (id == 'null' && request.resource.data.v == null) ||
        (id == 'bool' && request.resource.data.v is bool) ||
        (id == 'int' && request.resource.data.v is int) ||
        (id == 'float' && request.resource.data.v is float) ||
        (id == 'timestamp' && request.resource.data.v is timestamp) ||
        (id == 'string' && request.resource.data.v is string) ||
        (id == 'bytes' && request.resource.data.v is bytes) ||
        (id == 'list' && request.resource.data.v is list) ||
        (id == 'map' && request.resource.data.v is map); }`,
    requests: [
      { title: 'null', request: { write: { create: 'a/null', fields: { v: null } } }, decision: 'allow' },
      { title: 'bool', request: { write: { create: 'a/bool', fields: { v: false } } }, decision: 'allow' },
      { title: 'int', request: { write: { create: 'a/int', fields: { v: 1 } } }, decision: 'allow' },
      {
        title: 'a double for an int',
        request: { write: { create: 'a/int', fields: { v: double(1) } } },
        decision: 'deny',
      },
      {
        title: 'float',
        request: { write: { create: 'a/float', fields: { v: double(1) } } },
        decision: 'allow',
      },
      {
        title: 'an int for a float',
        request: { write: { create: 'a/float', fields: { v: 1 } } },
        decision: 'deny',
      },
      {
        title: 'timestamp',
        request: { write: { create: 'a/timestamp', fields: { v: new Date(0) } } },
        decision: 'allow',
      },
      { title: 'string', request: { write: { create: 'a/string', fields: { v: '' } } }, decision: 'allow' },
      {
        title: 'bytes',
        request: { write: { create: 'a/bytes', fields: { v: new Uint8Array([1]) } } },
        decision: 'allow',
      },
      { title: 'list', request: { write: { create: 'a/list', fields: { v: [] } } }, decision: 'allow' },
      { title: 'map', request: { write: { create: 'a/map', fields: { v: {} } } }, decision: 'allow' },
    ],
  },
  {
    title: 'request.time equals server timestamps',
    rules: `match /a/{id} {
        allow create: if request.resource.data.at == request.time && request.resource.data.until > request.time;
        allow update: if request.time > resource.data.after + duration.value(1, 'h');
      }`,
    documents: {
      'a/past': { after: new Date(0) },
      'a/future': { after: new Date('2300-01-01') },
    },
    requests: [
      {
        title: 'both hold',
        request: {
          write: {
            create: 'a/x',
            fields: { until: new Date('2300-01-01') },
            transforms: { at: 'server time' },
          },
        },
        decision: 'allow',
      },
      {
        title: 'the deadline has passed',
        request: {
          write: { create: 'a/x', fields: { until: new Date(0) }, transforms: { at: 'server time' } },
        },
        decision: 'deny',
      },
      {
        title: 'two server timestamps are equal',
        request: {
          write: { create: 'a/x', fields: {}, transforms: { at: 'server time', until: 'server time' } },
        },
        decision: 'deny',
      },
      {
        title: 'an hour has passed',
        request: { write: { update: 'a/past', fields: {} } },
        decision: 'allow',
      },
      {
        title: 'an hour has not passed',
        request: { write: { update: 'a/future', fields: {} } },
        decision: 'deny',
      },
    ],
  },
];
