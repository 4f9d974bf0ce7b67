import { z } from 'zod';
import { defineCall } from './call.ts';

export const getDescription = defineCall({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This OpenAPI description.',
  audience: 'staff',
  response: z.looseObject({ openapi: z.literal('3.1.0') }),
});
