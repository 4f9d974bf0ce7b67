/** What the methods of Google's APIs have in common. */
import { z } from 'zod';
import { SetPolicyBody } from './bodies.ts';
import { Refusal, type World } from './world.ts';

export interface Call {
  world: World;
  path: string;
  groups: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
}

export interface Method {
  verb: 'GET' | 'POST' | 'PATCH' | 'PUT';
  pattern: string;
  permission: string;
  query?: readonly string[];
  body?: z.ZodType;
  handle: (call: Call) => object;
}

export const P = '(?:test-portal|123456789)';
export const record = (body: unknown) => z.record(z.string(), z.unknown()).parse(body);
export const read: Method['handle'] = ({ world, path }) => world.find(path);

/** Creates a child of the path, which a query parameter names. */
export const createNamed =
  (parameter: string): Method['handle'] =>
  ({ world, path, query, body }) => {
    const name = z.string().min(1).parse(query.get(parameter));
    return world.create(`${path}/${name}`, record(body));
  };

/** The same, as an operation. `prefix` stands before the name of the operation. */
export const startCreate =
  (parameter: string, prefix = ''): Method['handle'] =>
  ({ world, path, query, body }) => {
    const name = z.string().min(1).parse(query.get(parameter));
    return world.startOperation(prefix, () => world.create(`${path}/${name}`, record(body)));
  };

/** `updateMask` names exactly the fields of the body. */
export function patch({ world, path, query, body }: Call): object {
  const mask = query.get('updateMask');
  if (mask !== null && mask !== Object.keys(record(body)).join(','))
    throw new Refusal(400, 'Wrong update mask.');
  return Object.assign(world.find(path), body);
}

/** Lists, with names that the server gives. */
export const createNumbered: Method['handle'] = ({ world, path, body }) => {
  const name = `${path.replace(/^[^/]+\/[^/]+\//, '')}/${world.nextId()}`;
  return world.create(`${path}/${name.slice(name.lastIndexOf('/') + 1)}`, { ...record(body), name });
};
export const list =
  (field: string): Method['handle'] =>
  ({ world, path }) => ({
    [field]: [...world.resources].flatMap(([key, resource]) =>
      key.slice(0, key.lastIndexOf('/')) === path ? [resource] : [],
    ),
  });

export const readPolicy: Method['handle'] = ({ world, path, query }) => {
  const version = query.get('options.requestedPolicyVersion') ?? query.get('optionsRequestedPolicyVersion');
  if (version !== '3') throw new Refusal(400, 'Ask for version 3.');
  return world.readPolicy(path.replace(/(:getIamPolicy|\/iam)$/, ''));
};
export const writePolicy: Method['handle'] = ({ world, path, body }) => {
  const key = path.replace(/:setIamPolicy$/, '');
  return world.writePolicy(key, record(SetPolicyBody.parse(body).policy));
};
export const VERSION = ['options.requestedPolicyVersion'];
