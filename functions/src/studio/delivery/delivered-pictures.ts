/** deliveredPictures/{key}: the files of deliveries that brought a picture to an agency, or may do so. */
import { createHash } from 'node:crypto';
import type { Source } from '@portal/contracts/source';
import type { Firestore, Timestamp, Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import { fileReference, parseFile, type FileRecord } from './delivery-store.ts';

const PlaceSchema = z.object({ deliveryId: z.string(), index: z.number() });
type Place = z.infer<typeof PlaceSchema>;
const DeliveredSchema = z.object({ files: z.array(PlaceSchema), expiresAt: TimestampSchema });

/** More than anybody sends again. The oldest are forgotten. */
const MAX_FILES = 20;

/** What is known of a picture at an agency. */
export interface Delivered {
  picture: Source;
  /** In the order in which sending was asked for. */
  places: readonly Place[];
  /** Those that were sent, may have arrived, or are being sent. */
  files: readonly (Place & { state: FileRecord['state'] })[];
}

/** One document for each picture and agency. */
const deliveredReference = (firestore: Firestore, agency: string, { batchId, kind, index }: Source) =>
  firestore.collection('deliveredPictures').doc(
    createHash('sha256')
      .update(JSON.stringify([agency, batchId, kind, index]))
      .digest('hex')
      .slice(0, 40),
  );

/** In the order of the pictures. Failed and cancelled files do not count. */
export async function readDelivered(
  firestore: Firestore,
  transaction: Transaction,
  agency: string,
  pictures: readonly Source[],
): Promise<Delivered[]> {
  if (pictures.length === 0) return [];
  const records = await transaction.getAll(
    ...pictures.map((picture) => deliveredReference(firestore, agency, picture)),
  );
  const places = records.map((record) => (record.exists ? DeliveredSchema.parse(record.data()).files : []));
  const references = places
    .flat()
    .map(({ deliveryId, index }) => fileReference(firestore, deliveryId, index));
  const found = references.length > 0 ? await transaction.getAll(...references) : [];
  const files = new Map(found.map((snapshot) => [snapshot.ref.path, parseFile(snapshot)]));
  return pictures.map((picture, at) => ({
    picture,
    places: places[at] ?? [],
    files: (places[at] ?? []).flatMap((place) => {
      const file = files.get(fileReference(firestore, place.deliveryId, place.index).path);
      return file && counts(file) ? [{ ...place, state: file.state }] : [];
    }),
  }));
}

/** Whether a file counts whose sending was asked for after that of `own`. */
export function hasNewer({ places, files }: Delivered, own: Place): boolean {
  const newer = places.slice(places.findIndex((place) => isSame(place, own)) + 1);
  return files.some((file) => newer.some((place) => isSame(place, file)));
}

const isSame = (one: Place, other: Place): boolean =>
  one.deliveryId === other.deliveryId && one.index === other.index;

const counts = ({ state, mayHaveArrived }: FileRecord): boolean =>
  mayHaveArrived || (state !== 'failed' && state !== 'cancelled');

/** Adds a file that is to be sent, as the newest. */
export const addDelivered = (
  firestore: Firestore,
  transaction: Transaction,
  agency: string,
  { picture, places }: Delivered,
  own: Place,
  expiresAt: Timestamp,
): unknown =>
  transaction.set(deliveredReference(firestore, agency, picture), {
    files: [...places.filter((place) => !isSame(place, own)), own].slice(-MAX_FILES),
    expiresAt,
  });
