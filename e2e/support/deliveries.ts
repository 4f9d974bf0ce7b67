/** Deliveries to the sandbox's agencies, and what these have received. */
import { DeliverySchema, getDelivery, type Delivery } from '@portal/contracts/delivery';
import type { Source } from '@portal/contracts/source';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { newName, startKeywords, waitForBatch } from './keywords.ts';
import { drawPicture } from './pictures.ts';
import { control } from './sandbox.ts';

type Protocol = 'sftp' | 'ftps';

const ReceivedSchema = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
const ReportSchema = z.object({
  files: z.array(ReceivedSchema),
  arrivals: z.array(z.string()),
  wrongPasswords: z.number(),
  /** Uploads that wait. */
  held: z.number(),
});
const ReportsSchema = z.object({ sftp: ReportSchema, ftps: ReportSchema });

const ADDRESS = 'agencies';

export const readInbox = async (protocol: Protocol) =>
  ReportsSchema.parse(await control('GET', ADDRESS))[protocol];
export const setAgencyFaults = (protocol: Protocol, faults: object) =>
  control('POST', ADDRESS, { protocol, ...faults });
export const resetAgencies = () => control('DELETE', ADDRESS);

/** Photographs of 4.3 megapixels with texts. */
export async function writePhotographs(as: Account, count: number): Promise<Source[]> {
  const pictures = await Promise.all(
    Array.from({ length: count }, async () => ({
      name: newName('a photograph', 'jpg'),
      bytes: await drawPicture({ width: 2400, height: 1800, format: 'jpeg' }),
      type: 'image/jpeg',
    })),
  );
  const batchId = await startKeywords(as, pictures);
  await waitForBatch(as, batchId);
  return pictures.map((_, index) => ({ batchId, index, kind: 'original' }));
}

const CreatedSchema = z.object({ id: z.string(), total: z.number() });

export async function startDelivery(
  as: Account,
  agency: string,
  pictures: readonly Source[],
): Promise<string> {
  const { status, body } = await callApi('POST', '/api/deliveries', { as, body: { agency, pictures } });
  expect(status, JSON.stringify(body)).toBe(202);
  return CreatedSchema.parse(body).id;
}

export async function readDelivery(as: Account, id: string) {
  const { body } = await callApi('GET', getDelivery.path.replace('{id}', id), { as });
  return getDelivery.response.parse(body);
}

export async function waitForDelivery(as: Account, id: string): Promise<Delivery> {
  const read = async () => (await readDelivery(as, id)).delivery;
  await expect.poll(async () => (await read()).endedAt).not.toBeNull();
  return DeliverySchema.parse(await read());
}
