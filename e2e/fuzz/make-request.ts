/** Valid requests: random values for the schemas of a route, and what exists in the studio. */
import { generateSync, type JsonSchema } from 'json-schema-faker';
import { z } from 'zod';
import type { Dice } from './dice.ts';
import type { Draft, FormFile } from './draft.ts';
import { FIXTURES, type Fixture, type Needs } from './fixtures.ts';
import type { Route } from './routes.ts';

/** Keeps requests small; a mutation makes long ones. */
const MAX_ITEMS = 2;
const MAX_LENGTH = 40;
/** Some rules are not in the schemas, such as options that depend on each other. */
const MAX_TRIES = 50;

const schemas = new WeakMap<z.ZodType, JsonSchema>();

function describe(schema: z.ZodType): JsonSchema {
  const known = schemas.get(schema) ?? limitSizes(z.toJSONSchema(schema, { io: 'input' }));
  schemas.set(schema, known);
  return known;
}

/** A copy with low maximums. */
function limitSizes(schema: unknown): JsonSchema {
  const limited: unknown = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (typeof value !== 'number') return value;
    if (key === 'maxItems') return Math.min(value, MAX_ITEMS);
    return key === 'maxLength' ? Math.min(value, MAX_LENGTH) : value;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod made it
  return limited as JsonSchema;
}

const FieldsSchema = z.record(z.string(), z.unknown());
const PropertiesSchema = z.object({ properties: FieldsSchema });

function generate(
  schema: z.ZodType,
  dice: Dice,
  fixed: Record<string, unknown> = {},
): Record<string, unknown> {
  let problem: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const random = FieldsSchema.parse(generateSync(describe(schema), { seed: dice.newSeed() }));
    const fields = Object.fromEntries(
      Object.entries({ ...random, ...fixed }).filter(([, value]) => value !== undefined),
    );
    const parsed = schema.safeParse(fields);
    if (parsed.success) return fields;
    problem = parsed.error;
  }
  throw new Error(`No valid values found: ${z.prettifyError(z.instanceof(z.ZodError).parse(problem))}`);
}

/** Only what the schema has: a fixture may serve several routes. */
function choose(schema: z.ZodType, values: Record<string, unknown> = {}): Record<string, unknown> {
  const known = PropertiesSchema.parse(describe(schema)).properties;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in known));
}

async function prepareFixture(needs: Needs): Promise<Fixture> {
  const fixture: Fixture = {};
  for (const [pattern, prepare] of FIXTURES) {
    if (!pattern.test(needs.route.name)) continue;
    const { as, authorization, params, body } = await prepare(needs);
    if (as) fixture.as = as;
    if (authorization !== undefined) fixture.authorization = authorization;
    fixture.params = { ...fixture.params, ...params };
    fixture.body = { ...fixture.body, ...body };
  }
  return fixture;
}

const SENDERS = { public: 'nobody', staff: 'artist', admin: 'admin', operator: 'operator' } as const;

export async function makeRequest(needs: Needs, pictures: readonly FormFile[]): Promise<Draft> {
  const { route, artist, studio, dice } = needs;
  const fixture = await prepareFixture(needs);
  const params = route.params ? generate(route.params, dice, choose(route.params, fixture.params)) : {};
  const inPath = Object.entries(params).filter(([name]) => route.path.includes(`{${name}}`));
  const inQuery = Object.entries(params).filter(([name]) => !route.path.includes(`{${name}}`));
  const account = fixture.as ?? (route.audience === 'admin' ? studio.admin : artist.account);
  const authorization = fixture.authorization ?? `Bearer ${account.token}`;
  return {
    route,
    sender: SENDERS[route.audience],
    method: route.method,
    path: route.path,
    segments: Object.fromEntries(inPath.map(([name, value]) => [name, encodeURIComponent(String(value))])),
    query: new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)])).toString(),
    headers: {
      ...(route.audience !== 'public' && { authorization }),
      ...(route.body && { 'content-type': 'application/json' }),
    },
    body: makeBody(route, fixture, dice, pictures),
    mutations: [],
  };
}

function makeBody(route: Route, fixture: Fixture, dice: Dice, pictures: readonly FormFile[]): Draft['body'] {
  if (route.body) return { kind: 'json', value: generate(route.body, dice, fixture.body) };
  if (!route.form) return { kind: 'none' };
  const values = generate(route.form, dice, fixture.body);
  const fields = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { kind: 'form', fields, files: [dice.pick(pictures), ...(dice.chance(0.3) ? pictures : [])] };
}
