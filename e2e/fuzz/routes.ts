/** Every call of the contract, in one shape. The OpenAPI description has the same ones (platform/openapi.api.test.ts). */
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { Audience } from '@portal/contracts/call';
import { ChosenFilesSchema } from '@portal/contracts/uploads';
import { z } from 'zod';
import { allCalls, allFileCalls, allUploadCalls } from '../support/all-calls.ts';

export interface Route {
  /** As in `GET /api/pricing`. */
  name: string;
  method: string;
  path: string;
  audience: Audience;
  params?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  /** The fields of a form with pictures. */
  form?: z.ZodObject;
  /** The statuses of success, with the schema of their JSON. */
  answers: Readonly<Record<number, z.ZodType>>;
  /** The content type of a file that it answers with. */
  produces?: string;
}

const NothingSchema = z.undefined();

const uploadRoutes = allUploadCalls.flatMap(({ path, options }): Route[] => {
  const call = { method: 'POST', path, audience: 'staff', answers: { 202: BatchStartedSchema } } as const;
  return [
    { ...call, name: `POST ${path} (JSON)`, body: options.extend(ChosenFilesSchema.shape) },
    { ...call, name: `POST ${path} (form)`, form: options },
  ];
});

export const routes: readonly Route[] = [
  ...allCalls.map(({ method, path, audience, params, body, response, status = 200 }) => ({
    ...{ name: `${method} ${path}`, method, path, audience, params, body },
    answers: { [status]: status === 204 ? NothingSchema : response },
  })),
  ...allFileCalls.map(({ path, audience, params, produces, jsonAlternative = NothingSchema }) => ({
    ...{ name: `GET ${path}`, method: 'GET', path, audience, params, produces },
    answers: { 200: jsonAlternative, 202: jsonAlternative },
  })),
  ...uploadRoutes,
];

/** What a success changes for everyone: sent one after the other, at the end. */
export const isDisruptive = ({ name }: Route): boolean =>
  /^(PUT \/api\/admin\/settings\/|POST \/api\/cloudinary\/)/.test(name);
