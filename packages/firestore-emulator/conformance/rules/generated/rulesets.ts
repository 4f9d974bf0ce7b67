/** Makes random rulesets: many independent match blocks, and functions that all of them can call. */
import { fill, makeExpression } from './expressions.ts';
import type { Scope } from './expressions.ts';
import type { Type } from './grammar.ts';
import { makeListCondition } from './lists.ts';
import type { Random } from './random.ts';
import { print } from './tree.ts';
import type { Tree } from './tree.ts';

export const methods = ['get', 'list', 'create', 'update', 'delete'] as const;
export type Method = (typeof methods)[number];

export interface RulesFunction {
  name: string;
  parameters: readonly { name: string; type: Type }[];
  result: Type;
  lets: readonly { name: string; value: Tree }[];
  body: Tree;
}

export interface Block {
  /** The first segment of its path. */
  name: string;
  /** The collection of the documents that it matches. */
  collection: string;
  shape: (typeof shapes)[number];
  conditions: Record<Method, Tree>;
}

const shapes = ['plain', 'plain', 'nested', 'fixed', 'recursive'] as const;

export interface Ruleset {
  functions: readonly RulesFunction[];
  blocks: readonly Block[];
}

/** Fields of the documents in the pool, by type. */
const fields = {
  bool: ['flag'],
  int: ['n', 'm.a'],
  float: ['f'],
  string: ['s', 'm.b'],
  ints: ['list'],
  strings: ['words'],
  map: ['m'],
  timestamp: ['t'],
} as const satisfies Partial<Record<Type, readonly string[]>>;

const everywhere: Scope = {
  bool: [
    'request.auth != null',
    'request.auth == null',
    "request.auth.uid == 'alice'",
    'request.auth.token.email_verified',
    "'email' in request.auth.token",
    'request.auth.token.admin',
    'exists(/databases/$(database)/documents/fixed/$({string}))',
    'exists({path})',
    'get(/databases/$(database)/documents/fixed/a).data.flag',
    'resource == null',
    'resource != null',
    'request.resource != null',
  ],
  int: ['request.auth.token.level', 'get(/databases/$(database)/documents/fixed/a).data.n'],
  string: ['request.auth.uid', 'request.auth.token.email', 'request.method', 'id', 'database'],
  strings: ['request.auth.token.roles'],
  map: ['request.auth', 'request.auth.token', 'get(/databases/$(database)/documents/fixed/b).data'],
  path: ['request.path', 'resource.__name__'],
};

function scopeFor(method: Method): Scope {
  const scope: Record<string, string[]> = {};
  const roots = { get: ['resource'], list: ['resource'], delete: ['resource'], create: ['request.resource'] };
  const documents = method === 'update' ? ['resource', 'request.resource'] : roots[method];
  for (const [type, names] of Object.entries(everywhere)) scope[type] = [...names];
  for (const [type, names] of Object.entries(fields)) {
    const reads = documents.flatMap((document) => names.map((name) => `${document}.data.${name}`));
    // Repeated names are picked more often.
    scope[type] = [...(scope[type] ?? []), ...reads, ...reads, ...reads];
  }
  scope['map']?.push(...documents.map((document) => `${document}.data`));
  if (method === 'list') scope['int']?.push('request.query.limit', 'request.query.offset');
  return scope;
}

const functionTypes = ['bool', 'int', 'string', 'map', 'ints'] as const satisfies readonly Type[];

function makeFunction(random: Random, name: string): RulesFunction {
  const parameters = ['x', 'y']
    .slice(0, random.below(3))
    .map((each) => ({ name: each, type: random.pick(functionTypes) }));
  const inside: Record<string, string[]> = {};
  for (const { name: parameter, type } of parameters) (inside[type] ??= []).push(parameter, parameter);
  const lets = ['p', 'q'].slice(0, random.below(3)).map((each) => {
    const type = random.pick(functionTypes);
    const value = makeExpression(random, type, { ...inside }, 2);
    inside[type] = [...(inside[type] ?? []), each, each];
    return { name: each, value };
  });
  const result = random.pick(functionTypes);
  return { name, parameters, result, lets, body: makeExpression(random, result, inside, 3) };
}

export function makeRuleset(random: Random, blockCount: number): Ruleset {
  const functions = Array.from({ length: 6 }, (_, n) => makeFunction(random, `f${n}`));
  const blocks = Array.from({ length: blockCount }, (_, n) => {
    const condition = (method: Method) => makeCondition(random, withCalls(scopeFor(method), functions));
    const [name, shape] = [`g${n}`, random.pick(shapes)];
    return {
      ...{ name, shape, collection: shape === 'plain' ? name : `${name}/o/sub` },
      conditions: {
        get: condition('get'),
        list: random.chance(0.6) ? makeListCondition(random) : condition('list'),
        create: condition('create'),
        update: condition('update'),
        delete: condition('delete'),
      },
    };
  });
  return { functions, blocks };
}

/** Has several alternatives, because most expressions are errors, which `||` ignores next to true. */
function makeCondition(random: Random, scope: Scope): Tree {
  const template = random.pick([
    '{bool}',
    '{bool}',
    '~{bool!} || {bool!}',
    '~{bool!} || {bool!} || {bool!}',
    '~{bool!} && {bool!}',
  ]);
  return fill(random, template, scope, random.pick([1, 2, 3]));
}

function withCalls(scope: Scope, functions: readonly RulesFunction[]): Scope {
  const withAll: Record<string, readonly string[]> = { ...scope };
  for (const { name, parameters, result } of functions) {
    const call = `${name}(${parameters.map(({ type }) => `{${type}}`).join(', ')})`;
    withAll[result] = [...(withAll[result] ?? []), call];
  }
  return withAll;
}

export function printRuleset({ functions, blocks }: Ruleset): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
${functions.map(printFunction).join('')}${blocks.map(printBlock).join('')}  }
}
`;
}

function printFunction({ name, parameters, lets, body }: RulesFunction): string {
  const bindings = lets.map((each) => `let ${each.name} = ${print(each.value)}; `).join('');
  const names = parameters.map((each) => each.name).join(', ');
  return `    function ${name}(${names}) { ${bindings}return ${print(body)}; }\n`;
}

function printBlock({ name, shape, conditions }: Block): string {
  const statements = methods
    .map((method) => `      allow ${method}: if ${print(conditions[method])};\n`)
    .join('');
  const blocks = {
    plain: `match /${name}/{id} {\n${statements}    }`,
    nested: `match /${name}/{outer} { match /sub/{id} {\n${statements}    } }`,
    fixed: `match /${name}/o/sub/{id} {\n${statements}    }`,
    recursive: `match /${name}/{id=**} {\n${statements}    }`,
  };
  return `    ${blocks[shape]}\n`;
}
