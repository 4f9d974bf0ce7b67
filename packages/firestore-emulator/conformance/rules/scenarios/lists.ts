/** Rules are not filters: a query is allowed if its constraints prove the rule, regardless of the documents. */
import { alice, bob } from '../callers.ts';
import type { Scenario } from '../scenario.ts';
import { double } from '../values.ts';
import { list, where } from './list-cases.ts';

export const lists: readonly Scenario[] = [
  list("resource.data.owner == 'alice'", [
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
    { title: 'owner == alice', request: where(['owner', 'EQUAL', 'alice']), decision: 'allow' },
    { title: 'owner == bob', request: where(['owner', 'EQUAL', 'bob']), decision: 'deny' },
    { title: 'owner in [alice]', request: where(['owner', 'IN', ['alice']]), decision: 'allow' },
    { title: 'owner in [alice, bob]', request: where(['owner', 'IN', ['alice', 'bob']]), decision: 'deny' },
    {
      title: 'owner >= alice',
      request: where(['owner', 'GREATER_THAN_OR_EQUAL', 'alice']),
      decision: 'deny',
    },
    {
      title: 'owner >= alice and owner <= alice',
      request: where({
        and: [
          ['owner', 'GREATER_THAN_OR_EQUAL', 'alice'],
          ['owner', 'LESS_THAN_OR_EQUAL', 'alice'],
        ],
      }),
      decision: 'deny',
    },
    { title: 'owner != bob', request: where(['owner', 'NOT_EQUAL', 'bob']), decision: 'deny' },
    { title: 'another field', request: where(['n', 'EQUAL', 1]), decision: 'deny' },
    {
      title: 'owner == alice and n > 1',
      request: where({
        and: [
          ['owner', 'EQUAL', 'alice'],
          ['n', 'GREATER_THAN', 1],
        ],
      }),
      decision: 'allow',
    },
    {
      title: 'owner == alice or n == 1',
      request: where({
        or: [
          ['owner', 'EQUAL', 'alice'],
          ['n', 'EQUAL', 1],
        ],
      }),
      decision: 'deny',
    },
    {
      title: 'owner == alice, ordered and limited',
      request: where(['owner', 'EQUAL', 'alice'], { orderBy: [['n', 'DESCENDING']], limit: 1 }),
      decision: 'allow',
    },
    {
      title: 'count of owner == alice',
      request: { count: { from: 'a', where: ['owner', 'EQUAL', 'alice'] } },
      decision: 'allow',
    },
    { title: 'count of all', request: { count: { from: 'a' } }, decision: 'deny' },
    { title: 'an empty collection', request: { list: { from: 'a/x/empty' } }, decision: 'deny' },
  ]),
  list('request.auth.uid == resource.data.owner', [
    { title: 'her own', as: alice, request: where(['owner', 'EQUAL', 'alice']), decision: 'allow' },
    { title: "another's", as: bob, request: where(['owner', 'EQUAL', 'alice']), decision: 'deny' },
    { title: 'signed out', request: where(['owner', 'EQUAL', 'alice']), decision: 'deny' },
    { title: 'all', as: alice, request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list('resource.data.n > 3', [
    { title: 'n > 3', request: where(['n', 'GREATER_THAN', 3]), decision: 'allow' },
    { title: 'n > 4', request: where(['n', 'GREATER_THAN', 4]), decision: 'allow' },
    { title: 'n > 2', request: where(['n', 'GREATER_THAN', 2]), decision: 'deny' },
    { title: 'n >= 3', request: where(['n', 'GREATER_THAN_OR_EQUAL', 3]), decision: 'deny' },
    { title: 'n >= 4', request: where(['n', 'GREATER_THAN_OR_EQUAL', 4]), decision: 'allow' },
    { title: 'n > 3.5', request: where(['n', 'GREATER_THAN', 3.5]), decision: 'deny' },
    { title: 'n > 2.5', request: where(['n', 'GREATER_THAN', 2.5]), decision: 'deny' },
    { title: 'n < 9', request: where(['n', 'LESS_THAN', 9]), decision: 'deny' },
    { title: 'n == 5', request: where(['n', 'EQUAL', 5]), decision: 'allow' },
    { title: 'n == 3', request: where(['n', 'EQUAL', 3]), decision: 'deny' },
    { title: 'n == 5 as a double', request: where(['n', 'EQUAL', double(5)]), decision: 'allow' },
    { title: 'n in [4, 5]', request: where(['n', 'IN', [4, 5]]), decision: 'allow' },
    { title: 'n in [3, 5]', request: where(['n', 'IN', [3, 5]]), decision: 'deny' },
    {
      title: 'n > 3 and n < 5',
      request: where({
        and: [
          ['n', 'GREATER_THAN', 3],
          ['n', 'LESS_THAN', 5],
        ],
      }),
      decision: 'allow',
    },
    {
      title: 'n > 1 and n > 5',
      request: where({
        and: [
          ['n', 'GREATER_THAN', 1],
          ['n', 'GREATER_THAN', 5],
        ],
      }),
      decision: 'allow',
    },
    {
      title: 'n > 3 or n > 5',
      request: where({
        or: [
          ['n', 'GREATER_THAN', 4],
          ['n', 'GREATER_THAN', 5],
        ],
      }),
      decision: 'allow',
    },
    { title: 'n != 3', request: where(['n', 'NOT_EQUAL', 3]), decision: 'deny' },
  ]),
  list('resource.data.n <= 3', [
    { title: 'n < 3', request: where(['n', 'LESS_THAN', 3]), decision: 'allow' },
    { title: 'n <= 3', request: where(['n', 'LESS_THAN_OR_EQUAL', 3]), decision: 'allow' },
    { title: 'n < 4', request: where(['n', 'LESS_THAN', 4]), decision: 'deny' },
    { title: 'n == 3', request: where(['n', 'EQUAL', 3]), decision: 'allow' },
  ]),
  list('resource.data.n >= 3 && resource.data.n < 9', [
    {
      title: 'n >= 3 and n < 9',
      request: where({
        and: [
          ['n', 'GREATER_THAN_OR_EQUAL', 3],
          ['n', 'LESS_THAN', 9],
        ],
      }),
      decision: 'allow',
    },
    {
      title: 'n > 3 and n < 8',
      request: where({
        and: [
          ['n', 'GREATER_THAN', 3],
          ['n', 'LESS_THAN', 8],
        ],
      }),
      decision: 'allow',
    },
    { title: 'n >= 3', request: where(['n', 'GREATER_THAN_OR_EQUAL', 3]), decision: 'deny' },
    { title: 'n == 3', request: where(['n', 'EQUAL', 3]), decision: 'allow' },
    { title: 'n == 9', request: where(['n', 'EQUAL', 9]), decision: 'deny' },
  ]),
  list('resource.data.n != 3', [
    { title: 'n != 3', request: where(['n', 'NOT_EQUAL', 3]), decision: 'allow' },
    { title: 'n != 4', request: where(['n', 'NOT_EQUAL', 4]), decision: 'deny' },
    { title: 'n > 3', request: where(['n', 'GREATER_THAN', 3]), decision: 'allow' },
    { title: 'n == 4', request: where(['n', 'EQUAL', 4]), decision: 'allow' },
    { title: 'n not in [3]', request: where(['n', 'NOT_IN', [3]]), decision: 'allow' },
    { title: 'n not in [3, 4]', request: where(['n', 'NOT_IN', [3, 4]]), decision: 'allow' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list("resource.data.owner in ['alice', 'bob']", [
    { title: 'owner == alice', request: where(['owner', 'EQUAL', 'alice']), decision: 'allow' },
    { title: 'owner in [alice, bob]', request: where(['owner', 'IN', ['alice', 'bob']]), decision: 'allow' },
    { title: 'owner in [bob]', request: where(['owner', 'IN', ['bob']]), decision: 'allow' },
    {
      title: 'owner in [alice, carol]',
      request: where(['owner', 'IN', ['alice', 'carol']]),
      decision: 'deny',
    },
    { title: 'owner == carol', request: where(['owner', 'EQUAL', 'carol']), decision: 'deny' },
    {
      title: 'owner == alice or owner == bob',
      request: where({
        or: [
          ['owner', 'EQUAL', 'alice'],
          ['owner', 'EQUAL', 'bob'],
        ],
      }),
      decision: 'allow',
    },
  ]),
  list("'t' in resource.data.tags", [
    { title: 'tags contain t', request: where(['tags', 'ARRAY_CONTAINS', 't']), decision: 'allow' },
    { title: 'tags contain u', request: where(['tags', 'ARRAY_CONTAINS', 'u']), decision: 'deny' },
    {
      title: 'tags contain any of [t]',
      request: where(['tags', 'ARRAY_CONTAINS_ANY', ['t']]),
      decision: 'allow',
    },
    {
      title: 'tags contain any of [t, u]',
      request: where(['tags', 'ARRAY_CONTAINS_ANY', ['t', 'u']]),
      decision: 'deny',
    },
    { title: 'tags == [t]', request: where(['tags', 'EQUAL', ['t']]), decision: 'allow' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list("resource.data.tags.hasAny(['t', 'v'])", [
    { title: 'tags contain t', request: where(['tags', 'ARRAY_CONTAINS', 't']), decision: 'allow' },
    { title: 'tags contain u', request: where(['tags', 'ARRAY_CONTAINS', 'u']), decision: 'deny' },
    {
      title: 'tags contain any of [t, v]',
      request: where(['tags', 'ARRAY_CONTAINS_ANY', ['t', 'v']]),
      decision: 'allow',
    },
    {
      title: 'tags contain any of [t, u]',
      request: where(['tags', 'ARRAY_CONTAINS_ANY', ['t', 'u']]),
      decision: 'deny',
    },
  ]),
  list("resource.data.tags.hasAll(['t'])", [
    { title: 'tags contain t', request: where(['tags', 'ARRAY_CONTAINS', 't']), decision: 'deny' },
    { title: 'tags contain u', request: where(['tags', 'ARRAY_CONTAINS', 'u']), decision: 'deny' },
  ]),
  list('resource.data.open', [
    { title: 'open == true', request: where(['open', 'EQUAL', true]), decision: 'allow' },
    { title: 'open == false', request: where(['open', 'EQUAL', false]), decision: 'deny' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list('!resource.data.open', [
    { title: 'open == false', request: where(['open', 'EQUAL', false]), decision: 'allow' },
    { title: 'open == true', request: where(['open', 'EQUAL', true]), decision: 'deny' },
  ]),
  list('resource.data.map.k == 1', [
    { title: 'map.k == 1', request: where(['map.k', 'EQUAL', 1]), decision: 'allow' },
    { title: 'map.k == 2', request: where(['map.k', 'EQUAL', 2]), decision: 'deny' },
    { title: 'map == {k: 1}', request: where(['map', 'EQUAL', { k: 1 }]), decision: 'allow' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list("resource.data['owner'] == 'alice'", [
    { title: 'owner == alice', request: where(['owner', 'EQUAL', 'alice']), decision: 'allow' },
  ]),
  list("resource.data.get('owner', 'alice') == 'alice'", [
    { title: 'owner == alice', request: where(['owner', 'EQUAL', 'alice']), decision: 'allow' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'allow' },
  ]),
  list('resource.data.n == null', [
    { title: 'n is null', request: where(['n', 'IS_NULL']), decision: 'allow' },
    { title: 'n == null', request: where(['n', 'EQUAL', null]), decision: 'deny' },
    { title: 'n == 1', request: where(['n', 'EQUAL', 1]), decision: 'deny' },
  ]),
  list('resource.data.n != null', [
    { title: 'n is not null', request: where(['n', 'IS_NOT_NULL']), decision: 'allow' },
    { title: 'n == 1', request: where(['n', 'EQUAL', 1]), decision: 'allow' },
    { title: 'n > 1', request: where(['n', 'GREATER_THAN', 1]), decision: 'allow' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list('resource.data.n > 3 || resource.data.open == true', [
    { title: 'n > 3', request: where(['n', 'GREATER_THAN', 3]), decision: 'allow' },
    { title: 'open == true', request: where(['open', 'EQUAL', true]), decision: 'allow' },
    {
      title: 'n > 3 or open == true',
      request: where({
        or: [
          ['n', 'GREATER_THAN', 3],
          ['open', 'EQUAL', true],
        ],
      }),
      decision: 'allow',
    },
    { title: 'n > 2', request: where(['n', 'GREATER_THAN', 2]), decision: 'deny' },
  ]),
  list("resource.data.n > 3 && resource.data.owner == 'alice'", [
    {
      title: 'both',
      request: where({
        and: [
          ['n', 'GREATER_THAN', 3],
          ['owner', 'EQUAL', 'alice'],
        ],
      }),
      decision: 'allow',
    },
    { title: 'one', request: where(['n', 'GREATER_THAN', 3]), decision: 'deny' },
    {
      title: 'both, or owner alone',
      request: where({
        or: [
          {
            and: [
              ['n', 'GREATER_THAN', 3],
              ['owner', 'EQUAL', 'alice'],
            ],
          },
          ['owner', 'EQUAL', 'alice'],
        ],
      }),
      decision: 'deny',
    },
  ]),
  list('resource.data.n == 1 ? true : false', [
    { title: 'n == 1', request: where(['n', 'EQUAL', 1]), decision: 'allow' },
    { title: 'n == 2', request: where(['n', 'EQUAL', 2]), decision: 'deny' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
];
