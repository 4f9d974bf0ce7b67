import { overload, type Builtins } from './builtin.ts';
import { toText } from '../values/conversions.ts';
import {
  areIdentical,
  EvaluationError,
  isMap,
  MapDiff,
  RulesSet,
  type RulesList,
  type RulesMap,
  type RulesValue,
} from '../values/rules-value.ts';

const includes = (list: RulesList, wanted: RulesValue) =>
  list.some((element) => areIdentical(element, wanted));
const filterSet = (set: RulesSet, predicate: (element: RulesValue) => boolean) =>
  new RulesSet([...set].filter(predicate));

export const collectionMethods: Builtins = {
  size: [
    overload(['list'], (list) => BigInt(list.length)),
    overload(['set'], (set) => BigInt(set.size)),
    overload(['map'], (map) => BigInt(map.size)),
  ],
  concat: [overload(['list', 'list'], (list, other) => [...list, ...other])],
  join: [overload(['list', 'string'], (list, separator) => list.map(toText).join(separator))],
  removeAll: [
    overload(['list', 'list'], (list, removed) => list.filter((element) => !includes(removed, element))),
  ],
  toSet: [overload(['list'], (list) => new RulesSet(list))],

  hasAll: [
    overload(['list', 'list'], (list, wanted) => wanted.every((element) => includes(list, element))),
    overload(['set', 'list'], (set, wanted) => wanted.every((element) => set.has(element))),
    overload(['set', 'set'], (set, wanted) => [...wanted].every((element) => set.has(element))),
  ],
  hasAny: [
    overload(['list', 'list'], (list, wanted) => wanted.some((element) => includes(list, element))),
    overload(['set', 'list'], (set, wanted) => wanted.some((element) => set.has(element))),
    overload(['set', 'set'], (set, wanted) => [...wanted].some((element) => set.has(element))),
    overload(['constraint', 'list'], (constraint, wanted) => constraint.hasAny(wanted)),
  ],
  hasOnly: [
    overload(['list', 'list'], (list, allowed) => list.every((element) => includes(allowed, element))),
    overload(['set', 'list'], (set, allowed) => isSubset(set, new RulesSet(allowed))),
    overload(['set', 'set'], isSubset),
  ],
  difference: [overload(['set', 'set'], (set, other) => filterSet(set, (element) => !other.has(element)))],
  intersection: [overload(['set', 'set'], (set, other) => filterSet(set, (element) => other.has(element)))],
  union: [overload(['set', 'set'], (set, other) => new RulesSet([...set, ...other]))],

  keys: [overload(['map'], (map) => [...map.keys()].toSorted())],
  values: [overload(['map'], (map) => [...map.values()])],
  get: [
    overload(['map', 'string', 'any'], (map, key, defaultValue) => getAt(map, [key], defaultValue)),
    overload(['map', 'list', 'any'], getAt),
  ],
  diff: [overload(['map', 'map'], (after, before) => new MapDiff(after, before))],
  addedKeys: [overload(['map_diff'], ({ added }) => new RulesSet(added))],
  removedKeys: [overload(['map_diff'], ({ removed }) => new RulesSet(removed))],
  changedKeys: [overload(['map_diff'], ({ changed }) => new RulesSet(changed))],
  unchangedKeys: [overload(['map_diff'], ({ unchanged }) => new RulesSet(unchanged))],
  affectedKeys: [
    overload(['map_diff'], ({ added, removed, changed }) => new RulesSet([...added, ...removed, ...changed])),
  ],
};

function isSubset(set: RulesSet, allowed: RulesSet): boolean {
  return [...set].every((element) => allowed.has(element));
}

function getAt(map: RulesMap, path: RulesList, defaultValue: RulesValue): RulesValue {
  let value: RulesValue = map;
  for (const key of path) {
    if (typeof key !== 'string') throw new EvaluationError('Type error. Expected: [string].');
    const next: RulesValue | undefined = isMap(value) ? value.get(key) : undefined;
    if (next === undefined) return defaultValue;
    value = next;
  }
  return value;
}
