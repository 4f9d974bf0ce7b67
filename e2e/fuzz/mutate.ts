/** Makes a valid request invalid, or valid in an odd way. */
import { isDeepStrictEqual } from 'node:util';
import type { Dice } from './dice.ts';
import type { Body, Draft } from './draft.ts';
import { mutateJson, ODD_TEXTS } from './mutate-json.ts';
import { listBatchIds, listIds, type Photographer } from './studio.ts';

export interface MutationContext {
  dice: Dice;
  /** Another user, whose work the sender must not reach. */
  other: Photographer;
  /** Of earlier requests of this run. */
  usedKeys: string[];
}

/** Returns undefined if it does not apply. */
type Mutation = (draft: Draft, context: MutationContext) => Partial<Draft> | undefined;

/** Percent-encoded. Each has a special meaning in Firestore, Cloud Storage, Firebase Auth, JavaScript or URLs. */
const ODD_SEGMENTS = [
  ...ODD_TEXTS.filter((text) => text !== '' && text.isWellFormed()).map(encodeURIComponent),
  ...[
    '%2E%2E%2Fx',
    '%E0%A4%A',
    '%',
    '%ff',
    '%c0%ae',
    '-1',
    '9'.repeat(30),
    '1e3',
    '0x1',
    '0000',
    'x'.repeat(129),
  ],
  ...['null', 'undefined', '*', '{id}', ':id', '~', 'a;b', 'a,b', '+', '%20', '%0d%0aX-Odd:%201', '__.__'],
];

const ODD_QUERIES = [
  ...[
    'a',
    '=',
    '&&',
    '?',
    '%',
    '%E0%A4%A',
    '__proto__=1',
    'constructor[prototype]=1',
    'since=1&since=2',
    'since[]=1',
  ],
  ...['from=-1', 'from=1e9', 'from=NaN', 'from=', 'after=%00', 'tool=', 'createdBefore=0000-00-00T00:00:00Z'],
  ...['createdBefore=9999-12-31T23:59:59Z', 'since=%22x~0%22', 'version=__x__', `since=${'x'.repeat(2000)}`],
];

/** Of headers that the API or what is in front of it reads. */
const HEADER_NAMES = [
  ...[
    'idempotency-key',
    'x-time-zone',
    'if-none-match',
    'range',
    'accept',
    'accept-encoding',
    'origin',
    'cookie',
  ],
  ...['x-http-method-override', 'x-forwarded-host', 'x-forwarded-for', 'x-request-id', 'x-firebase-appcheck'],
  ...['content-encoding', 'content-type', 'authorization', 'if-modified-since', 'x-original-url', 'referer'],
];
const ODD_HEADERS = [
  ...[
    '',
    ' ',
    '"',
    '""',
    '*',
    'W/"__x__"',
    '"x~0~1"',
    'gzip',
    'deflate, br',
    'identity;q=0',
    'DELETE',
    '/api/health',
  ],
  ...[
    'bytes=0-0',
    'bytes=5-1',
    'bytes=-1',
    'bytes=0-99999999999',
    'Europe/Berlin',
    'Mars/Phobos',
    '../../x',
    'UTC\t',
  ],
  ...['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic eDp5', 'Ticket x', 'null', '__proto__', 'x'.repeat(3000)],
  ...['application/json;charset=utf-16', 'application/json; charset=x', 'text/plain', 'multipart/form-data'],
  ...[
    'multipart/form-data; boundary=',
    'application/x-www-form-urlencoded',
    'APPLICATION/JSON',
    'a/b/c',
    'é',
  ],
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY'];

const ODD_BODIES = [
  ...['', '{', '[', 'null', '0', '""', '[]', '{"a":1', "{'a':1}", '{"a":1,"a":2}', '\u{feff}{}', '{}x', '\0'],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '['.repeat(100_000),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  ],
  ...['--x\r\nContent-Disposition: form-data; name="images"\r\n\r\n', `"${'x'.repeat(1_000_001)}"`],
];

const withoutBody = (method: string): Partial<Draft> => ({
  method,
  ...(['GET', 'HEAD'].includes(method) && { body: { kind: 'none' } }),
});

/** The ids in a body, replaced by those of the other user. */
function nameForeign(body: Body, { other, dice }: MutationContext): Body {
  if (body.kind !== 'json') return body;
  const { folder, files } = other.uploads;
  const text = JSON.stringify(body.value)
    .replaceAll(/"batchId":"[^"]*"/g, () => `"batchId":"${dice.pick(listBatchIds(other))}"`)
    .replaceAll(/"folder":"[^"]*"/g, `"folder":"${folder}"`)
    .replaceAll(/"files":\[\{"id":.*?\]/g, `"files":${JSON.stringify(files)}`);
  return { kind: 'json', value: JSON.parse(text) };
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  json: ({ body }, { dice }) => {
    if (body.kind !== 'json') return undefined;
    const { value, name } = mutateJson(body.value, dice);
    return { body: { kind: 'json', value }, mutations: [name] };
  },
  'more json': (draft, context) => MUTATIONS['json']?.(draft, context),
  body: ({ body, method }, { dice }) =>
    body.kind === 'none' && ['GET', 'HEAD'].includes(method)
      ? undefined
      : { body: { kind: 'text', text: dice.pick(ODD_BODIES) } },
  method: (_draft, { dice }) => withoutBody(dice.pick(METHODS)),
  segment: ({ segments }, { dice }) => {
    const names = Object.keys(segments);
    return names.length === 0
      ? undefined
      : { segments: { ...segments, [dice.pick(names)]: dice.pick(ODD_SEGMENTS) } };
  },
  query: ({ query }, { dice }) => ({
    query: [query, dice.pick(ODD_QUERIES)].filter((part) => part !== '').join('&'),
  }),
  header: ({ headers }, { dice }) => ({
    headers: { ...headers, [dice.pick(HEADER_NAMES)]: dice.pick(ODD_HEADERS) },
  }),
  path: ({ path }, { dice }) => ({
    path: dice.pick([
      `${path}/`,
      `${path}//`,
      `${path}%2f`,
      path.toUpperCase(),
      `${path};x`,
      `/${path}`,
      `${path}/..`,
      `${path}%00`,
    ]),
  }),
  // Alone: with others the request may be about something else.
  'another user': (draft, context) => {
    const { body, segments, route, sender, mutations } = draft;
    if (sender !== 'artist' || mutations.length > 0) return undefined;
    const hasId = route.path.includes('{id}') && !route.path.includes('/recipes/');
    const changed = {
      segments: hasId ? { ...segments, id: context.dice.pick(listIds(context.other)) } : segments,
      body: nameForeign(body, context),
    };
    return isDeepStrictEqual(changed, { segments, body }) ? undefined : { ...changed, isForeign: true };
  },
  'another name': (
    { headers },
    {
      other: {
        account: { uid, email },
      },
    },
  ) => ({
    headers: { ...headers, 'x-user-id': uid, 'x-user-email': email, 'x-goog-authenticated-user-id': uid },
  }),
  key: ({ headers }, { dice, usedKeys }) => {
    const key = dice.chance(0.5) && usedKeys.length > 0 ? dice.pick(usedKeys) : `key-${usedKeys.length}`;
    usedKeys.push(key);
    return { headers: { ...headers, 'idempotency-key': key } };
  },
  token: ({ headers, route }, { dice }) => {
    if (route.audience === 'public') return undefined;
    const { authorization = '', ...others } = headers;
    const odd = dice.pick([undefined, 'Bearer', authorization.slice(0, -40), 'Ticket 1']);
    return { headers: { ...others, ...(odd !== undefined && { authorization: odd }) }, isAnonymous: true };
  },
  field: ({ body }, { dice }) => {
    if (body.kind !== 'form') return undefined;
    const names = [
      ...body.fields.map(([name]) => name),
      'batchName',
      'originalFilenames',
      'images',
      '__proto__',
      '',
    ];
    return {
      body: {
        ...body,
        fields: [...body.fields, [dice.pick(names), dice.pick([...ODD_TEXTS, '[]', '{}', '["a"]'])]],
      },
    };
  },
  file: ({ body }, { dice }) => {
    if (body.kind !== 'form') return undefined;
    const [first = { name: '', type: '', bytes: Buffer.alloc(0) }] = body.files;
    const odd = dice.pick([
      { ...first, name: dice.pick(ODD_TEXTS) },
      { ...first, type: dice.pick(ODD_HEADERS) },
      { ...first, bytes: first.bytes.subarray(0, dice.between(0, first.bytes.length)) },
      { ...first, bytes: Buffer.from(dice.pick(ODD_TEXTS)) },
    ]);
    return { body: { ...body, files: dice.pick([[], [odd], [odd, first], Array(110).fill(odd)]) } };
  },
};

const MAX_MUTATIONS = 3;

/** With one to three mutations that apply. */
export function mutate(draft: Draft, context: MutationContext): Draft {
  let mutated = draft;
  const wanted = context.dice.between(1, MAX_MUTATIONS);
  while (mutated.mutations.length < wanted && mutated.isForeign !== true) {
    const name = context.dice.pick(Object.keys(MUTATIONS));
    const change = MUTATIONS[name]?.(mutated, context);
    if (change)
      mutated = { ...mutated, ...change, mutations: [...mutated.mutations, ...(change.mutations ?? [name])] };
  }
  return mutated;
}
