/** Makes a valid request invalid, or valid in an odd way. */
import { isDeepStrictEqual } from 'node:util';
import type { Dice } from './dice.ts';
import type { Body, Draft } from './draft.ts';
import { mutateJson } from './mutate-json.ts';
import {
  HEADER_NAMES,
  METHODS,
  ODD_BODIES,
  ODD_HEADERS,
  ODD_QUERIES,
  ODD_SEGMENTS,
  ODD_TEXTS,
} from './odd-values.ts';
import { FuzzedToolSchema, listBatchIds, listIds, type Photographer } from './studio.ts';

const ANOTHER_USER = 'another user';
const OTHER_KIND_SHARE = 0.2;

export interface MutationContext {
  dice: Dice;
  /** Another user, whose work the sender must not reach. */
  other: Photographer;
}

/** Returns undefined if it does not apply. */
type Mutation = (draft: Draft, context: MutationContext) => Partial<Draft> | undefined;

const withoutBody = (method: string): Partial<Draft> => ({
  method,
  ...(['GET', 'HEAD'].includes(method) && { body: { kind: 'none' } }),
});

/** Mostly of the kind that the path names. */
function findForeignId(path: string, { other, dice }: MutationContext): string {
  const [, , kind] = path.split('/');
  const tool = FuzzedToolSchema.safeParse(kind).data;
  if (dice.chance(OTHER_KIND_SHARE)) return dice.pick(listIds(other));
  if (kind === 'pipelines') return other.pipeline;
  return kind === 'deliveries' ? other.delivery : other.batches[tool ?? 'image-generator'];
}

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

/** Of the same length and characters, but in the form that Firestore keeps for itself. */
const reserve = (id: string): string => `__${id.slice(2, -2)}__`;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  json: ({ body }, { dice }) => {
    if (body.kind !== 'json') return undefined;
    const { value, name } = mutateJson(body.value, dice);
    return { body: { kind: 'json', value }, mutations: [name] };
  },
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
  'reserved id': ({ segments }, { dice }) => {
    const [name, value] = dice.pick([...Object.entries(segments), []]);
    return name === undefined || value === undefined
      ? undefined
      : { segments: { ...segments, [name]: reserve(value) } };
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
  [ANOTHER_USER]: (draft, context) => {
    const { body, segments, route, sender, mutations } = draft;
    if (sender !== 'artist' || mutations.length > 0) return undefined;
    const hasId = route.path.includes('{id}') && !route.path.includes('/recipes/');
    const changed = {
      segments: hasId ? { ...segments, id: findForeignId(route.path, context) } : segments,
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
  // Few valid ones, so that the same key comes with other requests.
  key: ({ headers, method }, { dice }) => {
    if (method !== 'POST') return undefined;
    const key = dice.chance(0.5) ? `key-${dice.between(0, 9)}` : dice.pick(ODD_HEADERS);
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
    return {
      body: { ...body, files: dice.pick([[], [odd], [odd, first], Array(TOO_MANY_FILES).fill(odd)]) },
    };
  },
};

/** The same request for another user's work; undefined if it names none. */
export function nameAnotherUser(draft: Draft, context: MutationContext): Draft | undefined {
  const change = MUTATIONS[ANOTHER_USER]?.(draft, context);
  return change && { ...draft, ...change, mutations: [ANOTHER_USER] };
}

/** For every tool. */
const TOO_MANY_FILES = 1001;

/** Some more often than others. */
const NAMES = [...Object.keys(MUTATIONS), 'json', ANOTHER_USER];
const MAX_MUTATIONS = 3;

/** With one to three mutations that apply. */
export function mutate(
  draft: Draft,
  context: MutationContext,
  left = context.dice.between(1, MAX_MUTATIONS),
): Draft {
  if (left === 0 || draft.isForeign === true) return draft;
  const name = context.dice.pick(NAMES);
  const change = MUTATIONS[name]?.(draft, context);
  if (!change) return mutate(draft, context, left);
  const mutations = [...draft.mutations, ...(change.mutations ?? [name])];
  return mutate({ ...draft, ...change, mutations }, context, left - 1);
}
