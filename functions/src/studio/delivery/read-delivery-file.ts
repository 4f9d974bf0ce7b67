/** What is delivered: the files of the agency's export. */
import type { createDelivery } from '@portal/contracts/delivery';
import type { Source } from '@portal/contracts/source';
import type { Timestamp } from 'firebase-admin/firestore';
import type { z } from 'zod';
import type { Deps } from '../../batches/deps.ts';
import { ExportRefused } from '../exports/convert-picture.ts';
import { isReady, judgePictures, makeExportCsv, readExportFile } from '../exports/judge-pictures.ts';
import type { FileRecord, StoredDelivery } from './delivery-store.ts';

/** This picture cannot be sent. The message is shown to the owner. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}

export type DeliveryRequest = z.output<NonNullable<(typeof createDelivery)['body']>>;

/** What the agency takes of a selection. */
export interface Deliverable {
  agencyName: string;
  files: readonly { name: string; picture: Source }[];
  csv: { name: string; text: string } | undefined;
  /** Pictures that the agency does not take. */
  leftOut: number;
  /** When the last picture expires: until then it is known what was sent. */
  expiresAt: Timestamp;
}

export async function listDeliverable(
  deps: Deps,
  owner: string,
  request: DeliveryRequest,
): Promise<Deliverable> {
  const { agency, pictures, lastExpiresAt } = await judgePictures(deps, owner, request);
  const ready = pictures.filter(isReady);
  return {
    agencyName: agency.name,
    files: ready.map(({ fileName, picture }) => ({ name: fileName, picture })),
    csv: makeExportCsv(ready, agency),
    leftOut: pictures.length - ready.length,
    expiresAt: lastExpiresAt,
  };
}

/** One file at a time, so that a large delivery does not read all of its batches for each. */
export async function readDeliveryFile(
  deps: Deps,
  { owner, agency: id, naming }: StoredDelivery,
  { picture }: FileRecord,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!picture) throw new FileRefused('This file was deleted.');
  const request = { agency: id, pictures: [picture], naming: naming ?? undefined };
  const { agency, pictures } = await judgePictures(deps, owner, request);
  const [judged] = pictures;
  if (!judged) throw new FileRefused('This picture was deleted.');
  if (!isReady(judged)) throw new FileRefused(judged.reasons.map(({ message }) => message).join(' '));
  try {
    return await readExportFile(judged, agency, signal);
  } catch (error) {
    throw error instanceof ExportRefused ? new FileRefused(error.message, { cause: error }) : error;
  }
}
