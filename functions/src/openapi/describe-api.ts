import { allCalls } from '@portal/contracts/all-calls';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import type { Call } from '@portal/contracts/call';
import { z } from 'zod';

/** The OpenAPI 3.1 description, made from the very schemas that check requests and answers. */
export function describeApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of allCalls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describeCall(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Image portal', version: '1' },
    components: { securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  };
}

function describeCall(call: Call) {
  const refusals = call.audience === 'public' ? [] : [401, 403, 429];
  const statuses = [...(call.body || call.params ? [400] : []), ...refusals, ...(call.failures ?? []), 500];
  const failure = jsonContent(ApiErrorSchema);
  return {
    summary: call.summary,
    ...(call.audience !== 'public' && { security: [{ idToken: [] }] }),
    ...(call.params && { parameters: describeParams(call.path) }),
    ...(call.body && { requestBody: { required: true, ...jsonContent(call.body, 'input') } }),
    responses: {
      200: { description: 'Done.', ...jsonContent(call.answer) },
      ...Object.fromEntries(statuses.map((status) => [status, { description: 'See `code`.', ...failure }])),
    },
  };
}

const jsonContent = (schema: z.ZodType, io: 'input' | 'output' = 'output') => ({
  content: { 'application/json': { schema: z.toJSONSchema(schema, { io }) } },
});

const describeParams = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
