import { expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn } from '../support/accounts.ts';
import { allCalls, allFileCalls, allUploadCalls } from '../support/all-calls.ts';
import { callApi } from '../support/api.ts';

const DescriptionSchema = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        security: z.array(z.unknown()).optional(),
        responses: z.record(
          z.string(),
          z.object({
            content: z.record(z.string(), z.object({ schema: z.unknown().optional() })).optional(),
          }),
        ),
      }),
    ),
  ),
});

test('the OpenAPI document lists every call with its response schema [D-answers-and-errors-of-the-api.4]', async () => {
  const { status, body } = await callApi('GET', '/api/openapi.json', { as: await signIn(newEmail()) });
  expect(status).toBe(200);
  const { paths } = DescriptionSchema.parse(body);
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(
    allCalls.length + allUploadCalls.length + allFileCalls.length,
  );
  for (const { path, method, response, audience, status: success = 200 } of allCalls) {
    const described = paths[path]?.[method.toLowerCase()];
    const content = described?.responses[success]?.content;
    if (success === 204) expect(content).toBeUndefined();
    else {
      expect(content?.['application/json']?.schema).toEqual(z.toJSONSchema(response, { io: 'output' }));
    }
    expect(described?.security !== undefined).toBe(audience !== 'public');
    expect(Object.keys(described?.responses ?? {}).includes('401')).toBe(audience !== 'public');
  }
  for (const { path, produces } of allFileCalls) {
    expect(Object.keys(paths[path]?.['get']?.responses['200']?.content ?? {})).toContain(produces);
    expect(paths[path]?.['get']?.security).toBeDefined();
  }
});

test('the OpenAPI document requires sign-in [D-access-and-money.5]', async () => {
  expect(await callApi('GET', '/api/openapi.json')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});
