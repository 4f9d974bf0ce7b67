import { ApiErrorSchema } from '@portal/contracts/api-error';
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { Call, FileCall, UploadCall } from '@portal/contracts/call';
import { ChosenFilesSchema } from '@portal/contracts/uploads';
import { z } from 'zod';
import type { ServedCalls } from './served-calls.ts';

/** The OpenAPI 3.1 description, made from the schemas that check requests and answers. */
export function describeApi({ calls, fileCalls, uploadCalls }: ServedCalls) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describeCall(call) };
  }
  for (const call of fileCalls) {
    paths[call.path] = { ...paths[call.path], get: describeFileCall(call) };
  }
  for (const call of uploadCalls) {
    paths[call.path] = { ...paths[call.path], post: describeUploadCall(call) };
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Image portal', version: '1' },
    components: {
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ticket: { type: 'http', scheme: 'ticket', description: 'A one-time ticket of an operator.' },
      },
    },
    paths,
  };
}

function describeCall(call: Call) {
  const { status = 200 } = call;
  return {
    ...describeRequest(call),
    responses: {
      [status]: { description: 'Done.', ...(status !== 204 && jsonContent(call.response)) },
      ...describeFailures(call),
    },
  };
}

function describeFileCall(call: FileCall) {
  return {
    ...describeRequest(call),
    responses: {
      200: {
        description: 'The file.',
        content: {
          [call.produces]: {},
          ...(call.jsonAlternative && jsonContent(call.jsonAlternative).content),
        },
      },
      ...(call.jsonAlternative && {
        202: { description: 'Not ready yet.', ...jsonContent(call.jsonAlternative) },
      }),
      ...describeFailures(call),
    },
  };
}

/** Two request bodies: a form with the pictures, or JSON that names uploads and pictures of earlier batches. */
function describeUploadCall({ path, summary, options, rules }: UploadCall) {
  const call = {
    path,
    summary,
    audience: 'staff',
    body: options.extend(ChosenFilesSchema.shape),
    failures: [404, 409, 413, 415],
  } as const;
  const form = z.toJSONSchema(options, { io: 'input' });
  const images = { type: 'array', maxItems: rules.maxAccepted, items: { type: 'string', format: 'binary' } };
  const names = { type: 'string', description: 'A JSON list: a name for each image.' };
  const { requestBody, ...request } = describeRequest(call);
  return {
    ...request,
    requestBody: {
      required: true,
      content: {
        ...requestBody?.content,
        'multipart/form-data': {
          schema: { ...form, properties: { ...form.properties, images, originalFilenames: names } },
        },
      },
    },
    responses: {
      202: { description: 'Started.', ...jsonContent(BatchStartedSchema) },
      ...describeFailures(call),
    },
  };
}

type Described = Pick<Call, 'summary' | 'path' | 'audience' | 'params' | 'failures'> & { body?: z.ZodType };

const describeRequest = (call: Described) => ({
  summary: call.summary,
  ...(call.audience !== 'public' && {
    security: [call.audience === 'operator' ? { ticket: [] } : { idToken: [] }],
  }),
  ...(call.params && { parameters: describeParams(call.path, call.params) }),
  ...(call.body && { requestBody: { required: true, ...jsonContent(call.body, 'input') } }),
});

function describeFailures(call: Described) {
  const refusals = call.audience === 'public' ? [] : [401, 403, 429];
  const ofBody = call.body ? [400, 413, 415] : [];
  const ofParams = call.params ? [400] : [];
  const statuses = [...ofBody, ...ofParams, ...refusals, ...(call.failures ?? []), 500];
  const failure = jsonContent(ApiErrorSchema);
  return Object.fromEntries(statuses.map((status) => [status, { description: 'See `code`.', ...failure }]));
}

const jsonContent = (schema: z.ZodType, io: 'input' | 'output' = 'output') => ({
  content: { 'application/json': { schema: z.toJSONSchema(schema, { io }) } },
});

function describeParams(path: string, params: z.ZodType) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const { properties = {}, required = [] } = z.toJSONSchema(params, { io: 'input' });
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.keys(properties)
      .filter((name) => !inPath.includes(name))
      .map((name) => ({
        name,
        in: 'query',
        required: required.includes(name),
        schema: { type: 'string' },
      })),
  ];
}
